import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mockApi } from "@/testing/mock-api";
import { NOTHING } from "./checking-session";
import { localDraft, storeDraft } from "./local-drafts";

const files = [{ fileId: "f", name: "izoh.txt", size: 5, mediaType: "text/plain", url: "/f" }];
const HOUR = 3_600_000;

describe("drafts of checks", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    mockApi(() => ({}));
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("keep what was typed and attached (H3)", () => {
    storeDraft(1, { ...NOTHING, score: "45", files });
    expect(localDraft(1)).toEqual({ ...NOTHING, score: "45", files });
    storeDraft(1, NOTHING);
    expect(localDraft(1)).toBeNull();
  });

  it("forget uploads before the server deletes them, however late something was typed (D-72)", () => {
    storeDraft(2, { ...NOTHING, files });
    vi.advanceTimersByTime(22 * HOUR);
    storeDraft(2, { ...NOTHING, message: "Zo'r", files });
    expect(localDraft(2)?.files).toEqual(files);
    vi.advanceTimersByTime(HOUR);
    expect(localDraft(2)).toEqual({ ...NOTHING, message: "Zo'r" });
  });

  it("send the server what was typed, not what was attached", async () => {
    const calls = mockApi(() => ({}));
    storeDraft(3, { ...NOTHING, score: "45", files });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls.map(({ verb, path, body }) => [verb, path, body])).toEqual([
      ["PUT", "/homework-chat/3/draft", { score: "45", message: "" }],
    ]);
  });
});
