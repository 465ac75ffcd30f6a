import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { lazyParts, MAIN, screenModules, unnamedLazyImports, usedBy, usedIn } from "../../scripts/namespaces-used.ts";
import { SCREENS } from "../app/screens";
import { type Namespace, namespaceOf, registerNamespace } from "./namespaces";
import { CORE_NAMESPACES, loadLanguage, loadNamespaces, say, switchLanguage } from "./texts";
import { uz } from "./uz";

beforeEach(() => switchLanguage("uz"));

const sayAny = say as (key: string) => string;

it("a namespace is loaded in Uzbek and in the language shown, each language once", async () => {
  await switchLanguage("ru");
  const uzbek = vi.fn(async () => ({ hello: "Salom" }));
  const ru = vi.fn(async () => ({ hello: "Привет" }));
  const en = vi.fn(async () => ({ hello: "Hello" }));
  registerNamespace("late", { uz: uzbek, ru, en });
  await loadNamespaces(["late"]);
  expect(sayAny("late.hello")).toBe("Привет");
  await switchLanguage("en");
  expect(sayAny("late.hello")).toBe("Hello");
  await switchLanguage("uz");
  expect(sayAny("late.hello")).toBe("Salom");
  await switchLanguage("ru");
  expect([uzbek.mock.calls.length, ru.mock.calls.length, en.mock.calls.length]).toEqual([1, 1, 1]);
});

it("a namespace that can't be fetched in a language falls back to Uzbek, and is fetched again", async () => {
  await switchLanguage("ru");
  let network = false;
  const ru = async () => (network ? { hello: "Снова" } : Promise.reject(new Error("no network")));
  registerNamespace("cut", { uz: async () => ({ hello: "Salom" }), ru, en: ru });
  await loadNamespaces(["cut"]);
  await expect(loadLanguage()).rejects.toThrow("no network");
  expect(sayAny("cut.hello")).toBe("Salom");
  network = true;
  await loadNamespaces([]);
  expect(sayAny("cut.hello")).toBe("Снова");
});

it("a namespace whose Uzbek texts can't be fetched fails, and is fetched again", async () => {
  let network = false;
  const uzbek = async () => (network ? { hello: "Salom" } : Promise.reject(new Error("no network")));
  registerNamespace("gone", { uz: uzbek, ru: uzbek, en: uzbek });
  await expect(loadNamespaces(["gone"])).rejects.toThrow("no network");
  network = true;
  await loadNamespaces(["gone"]);
  expect(sayAny("gone.hello")).toBe("Salom");
});

it("every file of texts is a namespace of that name, in each language", async () => {
  for (const language of ["uz", "ru", "en"] as const) {
    const files = readdirSync(join(import.meta.dirname, language)).map((file) => file.replace(/\.ts$/, ""));
    for (const file of files) {
      const module = await import(`./${language}/${file}.ts`);
      expect(Object.keys(module), `${language}/${file}.ts`).toEqual([namespaceOf(file)]);
    }
    expect(files.map(namespaceOf).sort(), language).toEqual(Object.keys(uz).sort());
  }
});

it("a namespace is found in a source however its keys are written", () => {
  const source = `t("students.copied"); say(\`jobs.states.\${state}\`); const label: TextKey = 'signIn.title'; "./table.css"; "no.such"`;
  expect(usedIn(source)).toEqual(["jobs", "signIn", "students"]);
});

/** Namespaces that a part must name: those its code uses and the frame does not load. */
const wanted = (module: string) =>
  usedBy(module).filter((one) => !(CORE_NAMESPACES as readonly string[]).includes(one));

it("the frame and all that is loaded with it use the core namespaces alone", () => {
  expect(usedBy(MAIN)).toEqual([...CORE_NAMESPACES]);
});

it.each(
  SCREENS.map((screen) => [screen.path, screen.namespaces] as const),
)("the row of %s names exactly the namespaces that its code uses", (path, named: readonly Namespace[]) => {
  expect([...named].sort()).toEqual(wanted(screenModules().get(path) ?? ""));
});

it.each(
  lazyParts().map((part) => [part.name, part] as const),
)("the lazy component %s names exactly the namespaces that its code uses", (_, { module, named }) => {
  expect(named).toEqual(wanted(module));
});

it("every screen and every lazy import is among those checked", () => {
  expect([...screenModules().keys()].sort()).toEqual(SCREENS.map((screen) => screen.path).sort());
  expect(lazyParts().every((part) => part.module !== "")).toBe(true);
  expect(unnamedLazyImports()).toEqual([]);
});
