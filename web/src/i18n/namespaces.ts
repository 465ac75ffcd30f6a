/**
 * The i18next namespaces, one for each file of texts. A namespace is fetched when a row of the screen table or a lazy
 * component that names it is opened (`loadNamespaces`).
 */
import { loaders } from "./generated/loaders";
import type { Texts } from "./generated/texts";

export type Namespace = keyof Texts;

export type Language = "uz" | "ru" | "en";
type Loaders = Record<Language, () => Promise<object>>;

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

type Exported = Record<string, object>;

for (const [name, files] of Object.entries(loaders)) {
  const [uz, ru, en] = files.map((load: () => Promise<Exported>) => async () => {
    const texts = (await load())[name];
    if (!texts) throw new Error(`a file has no texts of ${name}`);
    return texts;
  }) as [Loaders["uz"], Loaders["ru"], Loaders["en"]];
  registerNamespace(name, { uz, ru, en });
}

const LABELS = import.meta.glob<{ labels: Exported }>("./generated/labels-*.ts");

/** Labels of the screen table by namespace: what menu, breadcrumbs and palette show of screens not opened yet. */
export async function labelsOf(language: Language): Promise<Exported> {
  return (await LABELS[`./generated/labels-${language}.ts`]?.())?.labels ?? {};
}
