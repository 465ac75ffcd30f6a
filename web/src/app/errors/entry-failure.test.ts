// An entry chunk that fails to load leaves a page with a way to reload (WISH-37, D-44)
import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";

beforeAll(() => {
  // As index.html runs it, before anything of the console.
  new Function(readFileSync("public/before-paint.js", "utf8"))();
});
beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
});

function fail(type: string): void {
  const script = document.createElement("script");
  script.type = type;
  document.body.append(script);
  script.dispatchEvent(new Event("error"));
}

const page = () => document.querySelector("#root main[role=alert]");

it.each([
  ["uz", "Konsol yuklanmadi", "Qayta yuklash"],
  ["ru", "Консоль не загрузилась", "Перезагрузить"],
  ["en", "The console did not load", "Reload"],
])("a missing entry chunk is a page with a reload, in %s", (language, title, reload) => {
  document.documentElement.lang = language;
  fail("module");
  expect(page()?.querySelector("h1")?.textContent).toBe(title);
  const reloaded = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  const button = page()?.querySelector("button");
  expect(button?.textContent).toBe(reload);
  button?.click();
  expect(reloaded).toHaveBeenCalledOnce();
  reloaded.mockRestore();
  document.documentElement.lang = "uz";
});

it("a chunk that fails before the first render is such a page too", () => {
  const rejection = Object.assign(new Event("unhandledrejection"), {
    reason: new TypeError("Failed to fetch dynamically imported module: /assets/texts.js"),
  });
  window.dispatchEvent(rejection);
  expect(page()).not.toBeNull();
});

it("a rendered console is not replaced, and another script or rejection is no reason", () => {
  fail("text/javascript");
  window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: new Error("x") }));
  expect(page()).toBeNull();
  document.getElementById("root")?.append(document.createElement("nav"));
  fail("module");
  expect(page()).toBeNull();
});
