import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { lazyParts, MAIN, screenModules, unnamedLazyImports, usedBy, usedIn } from "../../scripts/namespaces-used.ts";
import { labelKeys, pick, typesFile } from "../../scripts/write-texts.mjs";
import { GROUPS, SCREENS } from "../app/screens";
import { flat, namespacesIn } from "../testing/catalogues";
import { labelsOf, type Namespace, namespaceOf, registerNamespace } from "./namespaces";
import { addLabels, CORE_NAMESPACES, LANGUAGES, loadLanguage, loadNamespaces, say, switchLanguage } from "./texts";

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
    expect(files.map(namespaceOf).sort(), language).toEqual(Object.keys(namespacesIn("uz")).sort());
  }
});

it("a label is shown before its namespace is fetched, in the language shown, and stays beside the other texts", async () => {
  registerNamespace("rooms", {
    uz: async () => ({ title: "Xonalar", empty: "Xona yo'q" }),
    ru: async () => ({ title: "Кабинеты", empty: "Нет кабинетов" }),
    en: async () => ({ title: "Rooms", empty: "No rooms" }),
  });
  addLabels("uz", { rooms: { title: "Xonalar" } });
  addLabels("ru", { rooms: { title: "Кабинеты" } });
  expect(sayAny("rooms.title")).toBe("Xonalar");
  await switchLanguage("ru");
  expect(sayAny("rooms.title")).toBe("Кабинеты");
  await loadNamespaces(["rooms"]);
  expect([sayAny("rooms.title"), sayAny("rooms.empty")]).toEqual(["Кабинеты", "Нет кабинетов"]);
  addLabels("ru", { rooms: { title: "late" } });
  expect(sayAny("rooms.title")).toBe("Кабинеты");
});

it("the labels of the screen table outside the frame's own texts are written for each language", async () => {
  const source = `{ crumbs: [{ label: "shell.settings" }, { label: "rooms.menu.title" }], namespaces: ["rooms"] }`;
  const keys = labelKeys(
    source,
    new Map([
      ["rooms", "rooms"],
      ["shell", "shell"],
    ]),
  );
  expect(pick(keys, { rooms: { menu: { title: "Xonalar", more: "" } } })).toEqual({
    rooms: { menu: { title: "Xonalar" } },
  });
  const labels = [
    ...SCREENS.flatMap(({ crumbs, menu }) => [...crumbs, ...(menu ? [menu] : [])]),
    ...Object.values(GROUPS),
  ].map(({ label }) => label);
  const core = CORE_NAMESPACES.map((namespace) => `${namespace}.`);
  const outside = [...new Set(labels.filter((key) => !core.some((one) => key.startsWith(one))))].sort();
  for (const language of LANGUAGES) {
    const texts = flat(namespacesIn(language));
    const written = flat(await labelsOf(language));
    expect([...written.keys()].sort(), language).toEqual(outside);
    for (const key of outside) expect(written.get(key), `${language}.${key}`).toBe(texts.get(key));
  }
});

it("the type of all texts has a field for each file", () => {
  const file = typesFile(new Map([["signIn", "sign-in"]]));
  expect(file).toContain(`import type { signIn } from "../uz/sign-in";`);
  expect(file).toContain("signIn: typeof signIn;");
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
