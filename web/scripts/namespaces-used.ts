/** Finds the namespaces of texts that the code behind a screen or a lazy component uses. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { namespaceOf } from "../src/i18n/namespaces.ts";

const SRC = join(import.meta.dirname, "../src");
const KEY = /["'`]([a-z]\w*)\.[\w$]/gi;
const STATIC_IMPORT = /^(?:import|export)\s+(?:([^"';]*?)\sfrom\s+)?"([^"]+)"/gm;
const DYNAMIC_IMPORT = /\bimport\("([^"]+)"\)/g;
/** A part of the console that names its namespaces beside the import of its code. */
const LAZY_PART =
  /\b(?:lazyComponent|withNamespaces)\(\s*(?:async )?\(\) =>\s*\(?(?:await )?import\("([^"]+)"\)[^,]*,\s*\[([^\]]*)\]/g;
const SCREEN = /\bpath: "([^"]+)",(?:(?!\bpath: ")[\s\S])*?\bload: async \(\) => \(await import\("([^"]+)"\)/g;

export interface Part {
  /** A screen's path, or the lazy component's module. */
  name: string;
  module: string;
  named: string[];
}

export const namespaces = readdirSync(join(SRC, "i18n/uz")).map((file) => namespaceOf(file.replace(/\.ts$/, "")));

/** The namespaces whose keys stand in a source. */
export function usedIn(source: string): string[] {
  const found = new Set([...source.matchAll(KEY)].map((match) => match[1] ?? ""));
  return namespaces.filter((namespace) => found.has(namespace));
}

const isTypeOnly = (clause: string) => clause.startsWith("type ") || /^\{(\s*type [^,}]+,?)+\s*\}$/.test(clause.trim());

/** The file of an import of the console's own code; null for a package. */
function resolve(from: string, specifier: string): string | null {
  if (!/^[.@]\//.test(specifier) && !specifier.startsWith("../")) return null;
  const base = specifier.startsWith("@/") ? join(SRC, specifier.slice(2)) : join(dirname(from), specifier);
  return (
    ["", ".ts", ".tsx"].map((ending) => base + ending).find((file) => /\.tsx?$/.test(file) && existsSync(file)) ?? null
  );
}

const sources = new Map<string, string>();
function sourceOf(file: string): string {
  const source = sources.get(file) ?? readFileSync(file, "utf8");
  sources.set(file, source);
  return source;
}

/** All modules that come with a module; parts that name their own namespaces are left out. */
export function modulesOf(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry) || entry.includes("/i18n/")) return found;
  found.add(entry);
  const source = sourceOf(entry);
  const named = new Set([...source.matchAll(LAZY_PART)].map((match) => match[1]));
  const specifiers = [
    ...[...source.matchAll(STATIC_IMPORT)].filter(([, clause]) => !isTypeOnly(clause ?? "")).map((match) => match[2]),
    ...[...source.matchAll(DYNAMIC_IMPORT)].map((match) => match[1]).filter((one) => !named.has(one)),
  ];
  for (const specifier of specifiers) {
    const file = resolve(entry, specifier ?? "");
    if (file && file !== join(SRC, "app/screens.ts")) modulesOf(file, found);
  }
  return found;
}

/** The namespaces that a module uses with all that comes with it. */
export function usedBy(module: string): string[] {
  const used = new Set([...modulesOf(module)].flatMap((file) => usedIn(sourceOf(file))));
  return namespaces.filter((namespace) => used.has(namespace)).sort();
}

const files = () =>
  readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) => /(?<!\.test)\.tsx?$/.test(file));

/** The lazy components of the console, with the namespaces that they name. */
export function lazyParts(): Part[] {
  return files().flatMap((file) =>
    [...sourceOf(join(SRC, file)).matchAll(LAZY_PART)].map(([, specifier = "", list = ""]) => ({
      name: `${file}: ${specifier}`,
      module: resolve(join(SRC, file), specifier) ?? "",
      named: [...list.matchAll(/"(\w+)"/g)].map((match) => match[1] ?? "").sort(),
    })),
  );
}

/** Files with a lazy component whose namespaces can't be read; the frame's own (`fetchAppRoot`) names none. */
export function unnamedLazyImports(): string[] {
  const calls = /\b(?:lazyComponent|withNamespaces)\((?!load|screen\.load)(?!async \(\) => \(await fetchAppRoot)/g;
  return files().filter((file) => {
    const source = file === "lib/lazy/lazy-component.ts" ? "" : sourceOf(join(SRC, file));
    return [...source.matchAll(calls)].length !== [...source.matchAll(LAZY_PART)].length;
  });
}

/** The modules of the screens by their paths. */
export function screenModules(): Map<string, string> {
  const table = join(SRC, "app/screens.ts");
  const rows = [...sourceOf(table).matchAll(SCREEN)];
  return new Map(rows.map(([, path = "", specifier = ""]) => [path, resolve(table, specifier) ?? ""]));
}

export const MAIN = join(SRC, "main.tsx");
