// S2: reload once per version, never over unsaved work
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { letUnsavedGo, markUnsaved } from "@/lib/unsaved";
import { isChunkFailure, remedy } from "./chunk-failure";

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal("fetch", async () => new Response("{}"));
});
afterEach(() => {
  letUnsavedGo();
  vi.unstubAllGlobals();
});

it("knows a missing part by the browsers' words", () => {
  expect(isChunkFailure(new TypeError("Failed to fetch dynamically imported module: /assets/x.js"))).toBe(true);
  expect(isChunkFailure(new TypeError("error loading dynamically imported module"))).toBe(true);
  expect(isChunkFailure(new TypeError("Importing a module script failed."))).toBe(true);
  expect(isChunkFailure(new TypeError("x is undefined"))).toBe(false);
});

it("D-44: reloads once per version", async () => {
  expect(await remedy("v1")).toBe("reload");
  expect(await remedy("v1")).toBe("ask");
  expect(await remedy("v2")).toBe("reload");
});

it("D-44: never while something typed is unsaved: then it asks", async () => {
  markUnsaved("form", true);
  expect(await remedy("v1")).toBe("ask");
});

it("does not reload into the browser's own offline page", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  expect(await remedy("v1")).toBe("offline");
});
