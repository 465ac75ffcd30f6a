// S2: reload once per version, never over unsaved work
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { discardUnsaved, hasUnsaved, markRunning, markUnsaved } from "@/lib/unsaved";
import { chunkFailureRemedy, isChunkFailure } from "./chunk-failure";

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal("fetch", async () => new Response("{}"));
});
afterEach(() => {
  discardUnsaved();
  markRunning("videos", false);
  vi.unstubAllGlobals();
});

it("a chunk failure is recognised by the browsers' messages", () => {
  expect(isChunkFailure(new TypeError("Failed to fetch dynamically imported module: /assets/x.js"))).toBe(true);
  expect(isChunkFailure(new TypeError("error loading dynamically imported module"))).toBe(true);
  expect(isChunkFailure(new TypeError("Importing a module script failed."))).toBe(true);
  expect(isChunkFailure(new TypeError("x is undefined"))).toBe(false);
});

it("D-44: a chunk failure reloads once per version", async () => {
  expect(await chunkFailureRemedy("v1")).toBe("reload");
  expect(await chunkFailureRemedy("v1")).toBe("ask");
  expect(await chunkFailureRemedy("v2")).toBe("reload");
});

it("D-44: with unsaved changes the reload is confirmed first", async () => {
  markUnsaved("form", true);
  expect(await chunkFailureRemedy("v1")).toBe("ask");
});

it("offline there is no reload", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  expect(await chunkFailureRemedy("v1")).toBe("offline");
});

it("S2, V2: while a video uploads nothing reloads the page away, and changing screens is free", async () => {
  markRunning("videos", true);
  expect(await chunkFailureRemedy("v1")).toBe("ask");
  expect(hasUnsaved()).toBe(false);
  const leaving = new Event("beforeunload", { cancelable: true });
  dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  markRunning("videos", false);
  expect(await chunkFailureRemedy("v1")).toBe("reload");
});
