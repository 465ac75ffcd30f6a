import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cache } from "@/api/cache";
import { flat, namespacesIn } from "@/testing/catalogues";
import { GLOSSARY, type Term } from "./glossary";
import { say, switchLanguage } from "./texts";

const catalogues = { uz: flat(namespacesIn("uz")), ru: flat(namespacesIn("ru")), en: flat(namespacesIn("en")) };
const stem = (key: string) => key.replace(/_(one|few|many|other)$/, "");
const stems = (catalogue: Map<string, string>) => [...new Set([...catalogue.keys()].map(stem))].sort();
const parameters = (words: string) => [...words.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

const at = (path: string) => new URL(path, import.meta.url);
/** The texts of the server. */
const served = (language: keyof typeof catalogues): [string, string][] =>
  Object.entries(JSON.parse(readFileSync(at(`../../../contracts/texts/${language}.json`), "utf8")));

/** Plural forms of each language (CLDR). */
const FORMS = { uz: ["one", "other"], ru: ["one", "few", "many", "other"], en: ["one", "other"] } as const;

describe("the three catalogues", () => {
  it.each(["ru", "en"] as const)("%s has the same keys as uz", (language) => {
    expect(stems(catalogues[language])).toEqual(stems(catalogues.uz));
  });

  it.each(["ru", "en"] as const)("%s has the same parameters as uz in each text", (language) => {
    const wrong = [...catalogues[language]].filter(([key, words]) => {
      const uzbek = catalogues.uz.get(key) ?? catalogues.uz.get(`${stem(key)}_other`) ?? "";
      return parameters(words).join() !== parameters(uzbek).join();
    });
    expect(wrong).toEqual([]);
  });

  it.each(["uz", "ru", "en"] as const)("%s has every plural form that its grammar asks for", (language) => {
    const catalogue = catalogues[language];
    const counted = [...catalogue.keys()].filter((key) => key.endsWith("_other")).map(stem);
    const missing = counted
      .flatMap((key) => FORMS[language].map((form) => `${key}_${form}`))
      .filter((key) => !catalogue.has(key));
    expect(missing).toEqual([]);
  });

  it("says nothing empty, and types the Uzbek apostrophe one way", () => {
    for (const [language, catalogue] of Object.entries(catalogues)) {
      for (const [key, words] of catalogue) {
        expect(words.trim(), `${language}.${key}`).not.toBe("");
        expect(words, `${language}.${key}`).not.toMatch(/[ʻʼ‘’]/);
      }
    }
  });
});

describe("the specification's own words (part 1 §2, §8), letter for letter", () => {
  it.each([
    ["errors.noRight", "Sizda ushbu sahifa uchun huquq mavjud emas!"],
    ["errors.noInternet", "Internet bilan biron muammo bor."],
    // R1-418, R2-445
    ["errors.wentWrong", "Biror narsa noto'g'ri ketdi"],
    // R1-419, R2-446
    ["errors.unknown", "Noma'lum xato"],
    // R1-420, R2-447
    ["errors.somethingFailed", "Nimadir xato ketdi"],
    // R1-421, R2-453
    ["errors.noPhotoRight", "Rasm yuklashga ruxsatingiz yo`q"],
    ["errors.loginTaken", "Foydalanuvchi nomi allaqachon mavjud"],
    ["errors.syncRunning", "Sinxronizatsiya qilinyapti bir oz kutib keyin qayta yangilang"],
    ["kit.unknownPerson", "Noma'lum"],
  ])("%s", (key, words) => {
    expect(catalogues.uz.get(key)).toBe(words);
  });
});

describe("the glossary", () => {
  // where a long word may break is not a part of it
  const words = (text: string) => text.replaceAll("\u00AD", "").toLocaleLowerCase();

  it.each(["uz", "ru", "en"] as const)("%s uses one word per notion, in the server's texts too", (language) => {
    const all = [...catalogues[language], ...served(language)];
    const wrong: string[] = [];
    for (const [notion, term] of Object.entries(GLOSSARY) as [string, Term][]) {
      for (const other of term.instead?.[language] ?? []) {
        for (const [key, text] of all) {
          if (words(text).includes(other)) wrong.push(`${key}: "${other}" instead of "${term[language]}" (${notion})`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("has the same notions in the three languages of one text", () => {
    // Only in labels: in sentences a notion may well be understood.
    const wrong: string[] = [];
    for (const [key, uzbek] of catalogues.uz) {
      if (uzbek.split(" ").length > 2) continue;
      for (const [notion, term] of Object.entries(GLOSSARY) as [string, Term][]) {
        if (!new RegExp(`(^|\\s)${term.uz}`, "i").test(uzbek)) continue;
        const other = (["ru", "en"] as const).filter((one) => {
          const text = catalogues[one].get(key);
          return text !== undefined && !words(text).includes(term[one]);
        });
        if (other.length > 0) wrong.push(`${key} (${notion}): ${other.join(", ")}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("numbers with their units", () => {
  // 85%, 10 MB, 10 МБ: sizes are powers of 1024 and have the short names alone
  it.each([
    ["uz", /\d %|\}\} %|[KMG]iB|[КМГ]Б/],
    ["ru", /\d %|\}\} %|[KMG]iB|(?<![a-z])[KMG]B\b/],
    ["en", /\d %|\}\} %|[KMG]iB|[КМГ]Б/],
  ] as const)("%s are written one way, in the server's texts too", (language, other) => {
    const wrong = [...catalogues[language], ...served(language)].filter(([, text]) => other.test(text));
    expect(wrong).toEqual([]);
  });
});

describe("switching", () => {
  it("asks the server again, which speaks too", async () => {
    await switchLanguage("uz");
    cache.setQueryData(["/texts"], "Qabul qilinmadi");
    await switchLanguage("uz");
    expect(cache.getQueryState(["/texts"])?.isInvalidated).toBe(false);
    await switchLanguage("ru");
    expect(cache.getQueryState(["/texts"])?.isInvalidated).toBe(true);
    cache.clear();
  });

  it("changes the words and the page's language without a reload", async () => {
    await switchLanguage("ru");
    expect(say("kit.save")).toBe("Сохранить");
    expect(document.documentElement.lang).toBe("ru");
    expect(say("kit.chosen", { count: 3 })).toBe("Выбрано 3");
    await switchLanguage("uz");
    expect(say("kit.save")).toBe("Saqlash");
  });
});
