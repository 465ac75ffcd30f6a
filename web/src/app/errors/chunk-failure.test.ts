// S2: reload once per version, never over unsaved work
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { discardUnsaved, markUnsaved } from "@/lib/unsaved";
import { chunkFailureRemedy, isChunkFailure } from "./chunk-failure";

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal("fetch", async () => new Response("{}"));
});
afterEach(() => {
  discardUnsaved();
  vi.unstubAllGlobals();
});

it("knows a missing part by the browsers' words", () => {
  expect(isChunkFailure(new TypeError("Failed to fetch dynamically imported module: /assets/x.js"))).toBe(true);
  expect(isChunkFailure(new TypeError("error loading dynamically imported module"))).toBe(true);
  expect(isChunkFailure(new TypeError("Importing a module script failed."))).toBe(true);
  expect(isChunkFailure(new TypeError("x is undefined"))).toBe(false);
});

it("D-44: reloads once per version", async () => {
  expect(await chunkFailureRemedy("v1")).toBe("reload");
  expect(await chunkFailureRemedy("v1")).toBe("ask");
  expect(await chunkFailureRemedy("v2")).toBe("reload");
});

it("D-44: never while something typed is unsaved: then it asks", async () => {
  markUnsaved("form", true);
  expect(await chunkFailureRemedy("v1")).toBe("ask");
});

it("does not reload into the browser's own offline page", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  expect(await chunkFailureRemedy("v1")).toBe("offline");
});
