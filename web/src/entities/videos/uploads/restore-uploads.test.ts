import { act } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recall, remember } from "@/api/storage";
import { dropTokens, writeTokens } from "@/api/tokens";
import { session, signOut, watchSession } from "@/entities/access/session";
import { waitForIdle } from "@/testing/clock";
import { FakeTus } from "@/testing/fake-tus";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { DONE, ERROR, PAUSE, PROCESSING, type Status, UPLOADING, WAITING } from "../video-types";
import { followSession } from "./restore-uploads";
import { chooseFile, pause, remove } from "./upload-manager";
import { hasUnfinished } from "./upload-presence";
import { allUploads, clearUploads, findUpload, rememberFile } from "./upload-store";
import { acknowledge, leaveTo } from "./upload-watch";
import { abandonAll } from "./upload-work";

const rights = (...permissions: string[]) => [
  { name: "my_groups", permissions: ["read"], children: [{ name: "video_upload", permissions, children: [] }] },
];
const lesson = { id: 4, name: "4-dars", number: 4, date: "2026-11-20", createdAt: "2026-11-20T10:00:00Z" };

function rowOf(id: number, status: Status, more: object = {}) {
  return {
    id,
    videoId: `v${id}`,
    name: `Dars ${id}`,
    origName: "dars.mp4",
    lesson,
    group: { id: 3, name: "Python N1" },
    chapterId: 2,
    chapterName: "2-o'quv oyi",
    status,
    currentStatus: status,
    percentage: 40,
    offset: 40,
    size: 100,
    message: "",
    statusHistories: [],
    ...more,
  };
}

let calls: ApiCall[];
let rows: ReturnType<typeof rowOf>[];
let permissionObjects: object[];
let tus: FakeTus;
let refreshed: ApiReply;

watchSession();
followSession();

beforeEach(() => {
  rows = [];
  permissionObjects = rights("read", "update");
  refreshed = { status: 401, refusal: {} };
  tus = FakeTus.install();
  // The tokens of `mockApi` begin a session before there are answers.
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  calls = mockApi((call) => {
    if (call.path === "/profile") return { data: { id: 7, login: "a", role: {}, offices: [] } };
    if (call.path === "/roles/permission-objects/mine") return { data: { permissionObjects } };
    if (call.path === "/auth/refresh-token") return refreshed;
    if (call.path === "/video/uploading" && call.verb === "GET") {
      const ids = call.query.getAll("ids").map(Number);
      return { data: { videos: ids.length > 0 ? rows.filter(({ id }) => ids.includes(id)) : rows } };
    }
    if (call.path.endsWith("/renew"))
      return {
        data: { id: 1, videoId: "v1", uploadUrl: tus.link("/api/uploads/1", 100, 40), offset: 40, expiresAt: null },
      };
    return { data: { count: 0 } };
  });
  dropTokens();
});

afterEach(async () => {
  await act(() => signOut());
  abandonAll();
  clearUploads();
});

async function signIn(id = 7): Promise<void> {
  remember("person", "staff", { id });
  await act(async () => {
    writeTokens({ accessToken: "a", refreshToken: "r" });
  });
  await waitForIdle(20);
}
const deleted = () => calls.filter(({ verb }) => verb === "DELETE").map(({ path }) => path);
const fileOf = (size = 100) => new File([new Uint8Array(size)], "dars.mp4", { lastModified: 5 });

describe("a reload or a new sign-in", () => {
  it("brings back begun uploads with what is stored, and asks for their file (D-67, V2)", async () => {
    rows = [rowOf(1, UPLOADING), rowOf(2, ERROR), rowOf(3, PROCESSING, { offset: 100 })];
    await signIn();
    expect(allUploads().map(({ id, phase }) => [id, phase])).toEqual([
      [1, "fileless"],
      [2, "fileless"],
      [3, "sent"],
    ]);
    expect(findUpload("video-1")).toMatchObject({
      bytes: 40,
      chapter: { id: 2, name: "2-o'quv oyi" },
      page: { link: "/my-groups/3/staff/0/schedule/0?tab=2", name: "Python N1" },
      uploadFile: { currentStatus: PAUSE, progress: 40 },
    });
    expect(chooseFile("video-1", fileOf(101))).toBe(false);
    expect(chooseFile("video-1", fileOf())).toBe(true);
    await waitForIdle(20);
    await vi.waitFor(() => expect(findUpload("video-1")?.phase).toBe("sent"));
    expect(tus.sent).toBe(60);
  });

  it("knows where it was begun and the file's time of change from this browser (R2-180)", async () => {
    remember("person", "staff", { id: 7 });
    const page = { link: "/groups/3/staff/4/schedule/5?tab=2", name: "Python N1" };
    rememberFile(1, { lastModified: 6, page, audience: "admin" });
    rows = [rowOf(1, PAUSE)];
    await signIn();
    expect(findUpload("video-1")).toMatchObject({ page, audience: "admin", lastModified: 6 });
    expect(chooseFile("video-1", fileOf())).toBe(false);
  });

  it("asks nothing for people who upload nothing (R2-338)", async () => {
    permissionObjects = rights("read");
    await signIn();
    expect(calls.map(({ path }) => path)).not.toContain("/video/uploading");
  });
});

describe("the end of a session", () => {
  async function sending(): Promise<void> {
    rows = [rowOf(1, UPLOADING)];
    await signIn();
    tus.trouble({ method: "PATCH", hang: true });
    chooseFile("video-1", fileOf());
    await waitForIdle(20);
    await vi.waitFor(() => expect(tus.methods()).toContain("PATCH"));
  }

  it("by signing out aborts running uploads and deletes unfinished ones, paused too (R1-216, R1-218, D-67)", async () => {
    await sending();
    pause("video-1");
    expect(hasUnfinished()).toBe(true);
    await act(() => signOut());
    expect(hasUnfinished()).toBe(false);
    expect(deleted()).toEqual(["/video/uploading"]);
    const order = calls.map(({ verb, path }) => `${verb} ${path}`);
    expect(order.indexOf("DELETE /video/uploading")).toBeLessThan(order.indexOf("POST /auth/logout"));
    expect(allUploads()).toEqual([]);
    expect(recall("person", "uploads")).toBeNull();
  });

  it("by itself does neither: the upload goes on, also after signing in again (D-67)", async () => {
    await sending();
    await act(async () => dropTokens());
    expect(session().phase).toBe("none");
    expect(deleted()).toEqual([]);
    expect(findUpload("video-1")?.phase).toBe("uploading");
    await signIn();
    expect(allUploads()).toHaveLength(1);
    expect(findUpload("video-1")?.phase).toBe("uploading");
  });

  it("and another person's session leaves nothing of it here", async () => {
    await sending();
    await act(async () => dropTokens());
    rows = [];
    await signIn(8);
    expect(allUploads()).toEqual([]);
    expect(deleted()).toEqual([]);
  });
});

describe("the network that is back", () => {
  it("is used at once, not after the delay of the next try (D-28, V2)", async () => {
    rows = [rowOf(1, UPLOADING)];
    await signIn();
    tus.trouble(...Array.from({ length: 2 }, () => ({ method: "HEAD", dropAfter: 0 }) as const));
    chooseFile("video-1", fileOf());
    await vi.waitFor(() => expect(findUpload("video-1")?.phase).toBe("broken"));
    expect(findUpload("video-1")?.nextTry).not.toBeNull();
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(findUpload("video-1")?.phase).toBe("sent"), { timeout: 900 });
  });
});

describe("an upload at the host", () => {
  it("is asked about until it is done, then leaves the list and is counted (R2-281, R1-444)", async () => {
    rows = [rowOf(1, WAITING, { offset: 100 })];
    await signIn();
    expect(findUpload("video-1")?.uploadFile).toMatchObject({ currentStatus: WAITING, progress: null });
    const { deliver } = await import("@/lib/live/topics");
    rows = [rowOf(1, PROCESSING, { offset: 100 })];
    deliver("videos");
    await vi.waitFor(() =>
      expect(findUpload("video-1")?.uploadFile).toMatchObject({ currentStatus: PROCESSING, progress: 40 }),
    );
    rows = [rowOf(1, DONE, { offset: 100 })];
    await waitForIdle(10);
    deliver("videos");
    await vi.waitFor(() => expect(allUploads()).toEqual([]));
  });

  it("is hidden once the person has seen it, or a list shows it (R2-282, R2-292)", async () => {
    rows = [rowOf(1, PROCESSING, { offset: 100 }), rowOf(2, PROCESSING, { offset: 100 }), rowOf(3, UPLOADING)];
    await signIn();
    acknowledge("video-1");
    leaveTo([
      { id: 2, isUploading: false },
      { id: 3, isUploading: true },
    ]);
    expect(allUploads().map(({ uploadFile }) => uploadFile.isVisible)).toEqual([false, false, true]);
  });

  it("whose processing failed is the list's too: signing out keeps it (R2-292, D-67)", async () => {
    rows = [rowOf(1, PROCESSING, { offset: 100 })];
    await signIn();
    rows = [rowOf(1, ERROR, { offset: 100 })];
    const { deliver } = await import("@/lib/live/topics");
    deliver("videos");
    await vi.waitFor(() => expect(findUpload("video-1")?.phase).toBe("failed"));
    expect(hasUnfinished()).toBe(false);
    leaveTo([{ id: 1, isUploading: false }]);
    expect(findUpload("video-1")?.uploadFile.isVisible).toBe(false);
  });

  it("that was deleted elsewhere leaves with no word", async () => {
    rows = [rowOf(1, PAUSE)];
    await signIn();
    await remove("video-1");
    expect(allUploads()).toEqual([]);
  });
});
