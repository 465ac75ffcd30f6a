/** All texts of the console, from the files of the three languages. */
import type { Language } from "@/i18n/texts";

const FILES = import.meta.glob<Record<string, object>>("../i18n/{uz,ru,en}/*.ts", { eager: true });

/** The namespaces of a language. */
export function namespacesIn(language: Language): Record<string, object> {
  const modules = Object.entries(FILES).filter(([path]) => path.startsWith(`../i18n/${language}/`));
  return Object.assign({}, ...modules.map(([, module]) => module));
}

/** A catalogue as a flat list of keys and texts. */
export function flat(catalogue: object, under = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(catalogue)) {
    const name = under ? `${under}.${key}` : key;
    if (typeof value === "string") found.set(name, value);
    else for (const [inner, words] of flat(value as object, name)) found.set(inner, words);
  }
  return found;
}
