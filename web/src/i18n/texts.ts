/** The console's words in three languages: Uzbek comes with the code that says it, the others when they are chosen. */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { cache } from "@/api/cache";
import { speak } from "@/api/request";
import { onOtherTab, recall, remember } from "@/api/storage";
import { onPart, type Part, partsHere } from "./parts";
import type { uz } from "./uz";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: typeof uz };
    returnNull: false;
  }
}

export const LANGUAGES = ["uz", "ru", "en"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { uz: "O'zbekcha", ru: "Русский", en: "English" };

type PlainKeys<T, Under extends string = ""> = {
  [K in keyof T & string]: T[K] extends string
    ? T[K] extends `${string}{{${string}`
      ? never
      : `${Under}${K}`
    : PlainKeys<T[K], `${Under}${K}.`>;
}[keyof T & string];

/** A key whose words need no parameters: what the screen table, menus and shortcuts carry instead of words. */
export type TextKey = PlainKeys<typeof uz>;

/** i18next's name for where all words are. */
const ALL = "translation";

const coming = new Map<string, Promise<void>>();

/** Once at a time; what failed is asked for again by the next. */
function bring(part: Part, language: Language): Promise<void> {
  if (language === "uz" || i18next.getResource(language, ALL, part.name) !== undefined) return Promise.resolve();
  const name = `${language} ${part.name}`;
  const fetched = () => part.others[language]().then((words) => tell(language, part.name, words));
  const found = coming.get(name) ?? fetched().finally(() => coming.delete(name));
  coming.set(name, found);
  return found;
}

function tell(language: Language, part: string, words: object): void {
  i18next.addResourceBundle(language, ALL, { [part]: words });
}

/** The words of all code that is here, in a language: what a screen waits for before it is drawn; later ones follow by themselves. */
export async function wordsHere(language = i18next.language as Language): Promise<void> {
  await Promise.all(partsHere().map((part) => bring(part, language)));
}

export function storedLanguage(): Language {
  const stored = recall<Language>("device", "language");
  return stored && LANGUAGES.includes(stored) ? stored : "uz";
}

/** Switch without a reload, what the server says in words included; remembered on this device. */
export async function switchLanguage(language: Language): Promise<void> {
  await wordsHere(language);
  const another = i18next.language !== language;
  await i18next.changeLanguage(language);
  remember("device", "language", language);
  document.documentElement.lang = language;
  speak(language);
  if (another) void cache.invalidateQueries();
}

/** Code came later than the first paint. Where its words in the language shown can't be fetched, it speaks Uzbek. */
function follow(part: Part): void {
  i18next.addResourceBundle("uz", ALL, { [part.name]: part.uz }, false, true, { silent: true });
  bring(part, i18next.language as Language).catch(() => undefined);
}

/** Make the words ready for the first paint. */
export async function startTexts(): Promise<void> {
  const uzbek = Object.fromEntries(partsHere().map((part) => [part.name, part.uz]));
  await i18next.use(initReactI18next).init({
    lng: "uz",
    fallbackLng: "uz",
    resources: { uz: { [ALL]: uzbek } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: "added" },
    showSupportNotice: false,
  } as Parameters<typeof i18next.init>[0]);
  onPart(follow);
  // What came while the first words were being made ready.
  for (const part of partsHere()) if (!(part.name in uzbek)) follow(part);
  // A language whose words can't be fetched now must not keep the console from opening.
  await switchLanguage(storedLanguage()).catch(() => undefined);
  onOtherTab("device", "language", () => void switchLanguage(storedLanguage()).catch(() => undefined));
}

/** Words outside of components (toasts, document title). */
export const say = i18next.t.bind(i18next) as typeof i18next.t;
