/**
 * The words come with the code that says them: a file that names a text ("students.copied") fetches the part of the
 * texts that it belongs to (`src/i18n/uz/students.ts`) with itself, so a screen's words travel with the screen.
 * The other languages of the part are fetched when one of them is shown.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const SRC = join(import.meta.dirname, "../src/");
const TEXTS = join(SRC, "i18n/");
const CATALOGUE = /\/src\/i18n\/(uz|ru|en)\//;
const MARK = "\0words:";
const SAID = /["'`]([a-z]\w*)\.[\w$]/gi;

/** `sign-in` (the file) holds `signIn` (the part). */
export const partOf = (file: string) => file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The parts of the texts, each with its file's name. */
export function textParts(): Map<string, string> {
  const files = readdirSync(`${TEXTS}uz`).map((file) => file.replace(/\.ts$/, ""));
  return new Map(files.map((file) => [partOf(file), file]));
}

/** The parts that a source names, each once, in alphabetical order. */
export function partsSaidIn(source: string, parts: ReadonlyMap<string, string>): string[] {
  const named = new Set([...source.matchAll(SAID)].map((match) => match[1] ?? ""));
  return [...named].filter((part) => parts.has(part)).sort();
}

/** What stands for a part in the build: its Uzbek words, and the ways to the others. */
function partSource(part: string, file: string): string {
  return [
    `import { arrive } from "${TEXTS}parts.ts";`,
    `import { ${part} } from "${TEXTS}uz/${file}.ts";`,
    `arrive("${part}", ${part}, {`,
    ...["ru", "en"].map((one) => `  ${one}: () => import("${TEXTS}${one}/${file}.ts").then((it) => it.${part}),`),
    "});",
  ].join("\n");
}

export function wordsWhereSaid(): Plugin {
  return {
    name: "words-where-said",
    enforce: "pre",
    resolveId: (id) => (id.startsWith("words:") ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(MARK)) return null;
      const part = id.slice(MARK.length);
      return partSource(part, textParts().get(part) ?? part);
    },
    transform(code, id) {
      if (!id.startsWith(SRC) || CATALOGUE.test(id) || !/\.tsx?$/.test(id)) return null;
      const said = partsSaidIn(code, textParts());
      // After the code: its lines stay where they are.
      return said.length > 0 ? `${code}\n${said.map((part) => `import "words:${part}";`).join("\n")}\n` : null;
    },
  };
}
