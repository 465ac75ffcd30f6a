import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { partOf, partsSaidIn, textParts, wordsWhereSaid } from "../../scripts/words-where-said.ts";
import { arrive } from "./parts";
import { say, switchLanguage, wordsHere } from "./texts";
import { uz } from "./uz";

beforeEach(() => switchLanguage("uz"));

const unheard = say as (key: string) => string;

it("a part that comes later brings its Uzbek words at once and those of the language shown when asked for", async () => {
  await switchLanguage("ru");
  const ru = vi.fn(async () => ({ hello: "Привет" }));
  const en = vi.fn(async () => ({ hello: "Hello" }));
  arrive("late", { hello: "Salom" }, { ru, en });
  expect(unheard("late.hello")).toBe("Salom");
  await wordsHere();
  expect(unheard("late.hello")).toBe("Привет");
  await switchLanguage("en");
  expect(unheard("late.hello")).toBe("Hello");
  await switchLanguage("ru");
  expect([ru.mock.calls.length, en.mock.calls.length]).toEqual([1, 1]);
});

it("a part whose words can't be fetched speaks Uzbek, and is asked for again", async () => {
  await switchLanguage("ru");
  let network = false;
  const ru = async () => (network ? { hello: "Снова" } : Promise.reject(new Error("no network")));
  arrive("cut", { hello: "Salom" }, { ru, en: ru });
  await expect(wordsHere()).rejects.toThrow("no network");
  expect(unheard("cut.hello")).toBe("Salom");
  network = true;
  await wordsHere();
  expect(unheard("cut.hello")).toBe("Снова");
});

it("every file of texts is a part of that name, in each language", async () => {
  for (const language of ["uz", "ru", "en"] as const) {
    const files = readdirSync(join(import.meta.dirname, language)).map((file) => file.replace(/\.ts$/, ""));
    for (const file of files) {
      const module = await import(`./${language}/${file}.ts`);
      expect(Object.keys(module), `${language}/${file}.ts`).toEqual([partOf(file)]);
    }
    expect(files.map(partOf).sort(), language).toEqual(Object.keys(uz).sort());
  }
});

it("finds the parts whose words a file says, however it says them", () => {
  const source = `t("students.copied"); say(\`jobs.states.\${state}\`); const label: TextKey = 'signIn.title'; "./table.css"; "no.such"`;
  expect(partsSaidIn(source, textParts())).toEqual(["jobs", "signIn", "students"]);
});

it("a file fetches the parts that it says; the texts themselves fetch nothing", () => {
  const { transform } = wordsWhereSaid() as unknown as { transform: (code: string, id: string) => string | null };
  const at = (path: string) => join(import.meta.dirname, "..", path);
  const code = 'export const title = () => say("jobs.title");';
  expect(transform(code, at("features/jobs/title.ts"))).toBe(`${code}\nimport "words:jobs";\n`);
  expect(transform(code, at("i18n/uz/jobs.ts"))).toBeNull();
  expect(transform("export const one = 1;", at("features/jobs/one.ts"))).toBeNull();
});
