/**
 * The console's texts in three languages on i18next. A key is its namespace and its path in it, both parted by a dot:
 * `students.columns.email`. Uzbek is loaded always, because it is the fallback; another language when it is chosen.
 */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { cache } from "@/api/cache";
import { setApiLanguage } from "@/api/request";
import { onOtherTab, recall, remember } from "@/api/storage";
import type { Texts } from "./generated/texts";
import { type Language, labelsOf, loadersOf, type Namespace, namespaceNames } from "./namespaces";

// To the types the namespaces are one tree, so that a key is checked whole.
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    resources: { translation: Texts };
    returnNull: false;
  }
}

export type { Language };
export const LANGUAGES = ["uz", "ru", "en"] as const satisfies Language[];
export const LANGUAGE_NAMES: Record<Language, string> = { uz: "O'zbekcha", ru: "Русский", en: "English" };

type PlainKeys<T, Under extends string = ""> = {
  [K in keyof T & string]: T[K] extends string
    ? T[K] extends `${string}{{${string}`
      ? never
      : `${Under}${K}`
    : PlainKeys<T[K], `${Under}${K}.`>;
}[keyof T & string];

/** A key whose text needs no parameters, for the screen table, menus and shortcuts. */
export type TextKey = PlainKeys<Texts>;

/** The namespaces of the sign-in screen and the frame, and of error messages. */
export const CORE_NAMESPACES = ["errors", "kit", "shell"] as const satisfies Namespace[];

const requested = new Set<string>();
const loaded = new Set<string>();
const inFlight = new Map<string, Promise<void>>();

/** Adds labels of namespaces that are not fetched yet; the whole namespace replaces them. */
export function addLabels(language: Language, labels: Record<string, object>): void {
  for (const [namespace, texts] of Object.entries(labels)) {
    if (!i18next.hasResourceBundle(language, namespace)) i18next.addResourceBundle(language, namespace, texts);
  }
}

/** Fetches a namespace once; a failed fetch is repeated by the next call. */
function load(namespace: string, language: Language): Promise<void> {
  const name = `${language} ${namespace}`;
  if (loaded.has(name)) return Promise.resolve();
  const fetch = () =>
    loadersOf(namespace)
      [language]()
      // A component is rendered after its Uzbek texts; only what it falls back from is worth rendering again.
      .then((texts) => {
        i18next.addResourceBundle(language, namespace, texts, false, true, { silent: language === "uz" });
        loaded.add(name);
      });
  const found = inFlight.get(name) ?? fetch().finally(() => inFlight.delete(name));
  inFlight.set(name, found);
  return found;
}

/** Fetches all namespaces requested so far in a language; Uzbek arrives with each request. */
export async function loadLanguage(language = i18next.language as Language): Promise<void> {
  if (language === "uz") return;
  const labels = labelsOf(language).then((found) => addLabels(language, found));
  await Promise.all([labels, ...[...requested].map((namespace) => load(namespace, language))]);
}

/** Fetches namespaces in Uzbek and the language shown; where only the latter fails, their texts stay Uzbek. */
export async function loadNamespaces(namespaces: readonly string[]): Promise<void> {
  for (const namespace of namespaces) requested.add(namespace);
  await Promise.all([...namespaces.map((one) => load(one, "uz")), loadLanguage().catch(() => undefined)]);
}

export function storedLanguage(): Language {
  const stored = recall<Language>("device", "language");
  return stored && LANGUAGES.includes(stored) ? stored : "uz";
}

/** Switches the language without a reload, the server's sentences included; remembered on this device. */
export async function switchLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  const another = i18next.language !== language;
  await i18next.changeLanguage(language);
  remember("device", "language", language);
  document.documentElement.lang = language;
  setApiLanguage(language);
  if (another) void cache.invalidateQueries();
}

/** Makes the texts of the first paint ready. */
export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: "uz",
    fallbackLng: "uz",
    ns: namespaceNames(),
    nsSeparator: ".",
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: "added" },
    showSupportNotice: false,
  } as Parameters<typeof i18next.init>[0]);
  await Promise.all([labelsOf("uz").then((labels) => addLabels("uz", labels)), loadNamespaces(CORE_NAMESPACES)]);
  // A language whose texts can't be fetched now must not keep the console from opening.
  await switchLanguage(storedLanguage()).catch(() => undefined);
  onOtherTab("device", "language", () => void switchLanguage(storedLanguage()).catch(() => undefined));
}

/** Texts outside of components (toasts, document title). */
export const say = i18next.t.bind(i18next) as typeof i18next.t;
