/**
 * The i18next namespaces, one for each file of texts. A namespace is fetched when a row of the screen table or a lazy
 * component that names it is opened (`loadNamespaces`).
 */
import type { uz } from "./uz";

export type Namespace = keyof typeof uz;

type Loaders = Record<"uz" | "ru" | "en", () => Promise<object>>;

const namespaces = new Map<string, Loaders>();

export function registerNamespace(name: string, loaders: Loaders): void {
  namespaces.set(name, loaders);
}

export const namespaceNames = (): string[] => [...namespaces.keys()];

export function loadersOf(name: string): Loaders {
  const found = namespaces.get(name);
  if (!found) throw new Error(`no namespace is called ${name}`);
  return found;
}

/** `sign-in` (the file) holds `signIn` (the namespace). */
export const namespaceOf = (file: string) => file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

type Texts = Record<string, object>;
const FILES = {
  uz: import.meta.glob<Texts>("./uz/*.ts"),
  ru: import.meta.glob<Texts>("./ru/*.ts"),
  en: import.meta.glob<Texts>("./en/*.ts"),
};

for (const path of Object.keys(FILES.uz)) {
  const file = path.slice("./uz/".length, -".ts".length);
  const name = namespaceOf(file);
  const loader = (language: keyof Loaders) => async () => {
    const texts = (await FILES[language][`./${language}/${file}.ts`]?.())?.[name];
    if (!texts) throw new Error(`${language}/${file}.ts has no texts of ${name}`);
    return texts;
  };
  registerNamespace(name, { uz: loader("uz"), ru: loader("ru"), en: loader("en") });
}
