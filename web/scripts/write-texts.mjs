// Writes src/i18n/generated from the files of texts and the screen table: the type of all texts, their fetches, and the
// labels that the frame shows before their namespace is fetched. Every start of Vite and `npm run types` write it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const LANGUAGES = ["uz", "ru", "en"];
const NOTE = "/** Written by `npm run texts`. */\n";
// `CORE_NAMESPACES` of src/i18n/texts.ts: fetched at the start anyway.
const CORE = ["errors", "kit", "shell"];

const read = (path) => readFileSync(at(`../src/${path}`), "utf8");

/** The namespaces in files of texts, each file with the name that it exports. */
function namespacesOf(language) {
  const files = readdirSync(at(`../src/i18n/${language}`)).filter((file) => file.endsWith(".ts"));
  return new Map(
    files.sort().map((file) => {
      const name = /^export const (\w+)/m.exec(read(`i18n/${language}/${file}`))?.[1];
      if (!name) throw new Error(`i18n/${language}/${file} exports no texts`);
      return [name, file.slice(0, -".ts".length)];
    }),
  );
}

/** The type of all texts, from the Uzbek files. */
export function typesFile(namespaces) {
  const imports = [...namespaces].map(([name, file]) => `import type { ${name} } from "../uz/${file}";\n`);
  const fields = [...namespaces.keys()].map((name) => `  ${name}: typeof ${name};\n`);
  return `${NOTE}${imports.join("")}\nexport type Texts = {\n${fields.join("")}};\n`;
}

/** The fetches of each namespace, in the order of the languages; without the paths of `import.meta.glob` in the build. */
export function loadersFile(namespaces) {
  const lines = [...namespaces].map(([name, file]) => {
    const imports = LANGUAGES.map((language) => `() => import("../${language}/${file}")`);
    return `  ${name}: [${imports.join(", ")}],\n`;
  });
  return `${NOTE}export const loaders = {\n${lines.join("")}};\n`;
}

/** The keys in a source of labels whose namespace is not fetched at the start. */
export function labelKeys(source, namespaces) {
  const keys = [...source.matchAll(/"([a-z]\w*)\.([\w.]+)"/gi)].map(([, namespace, path]) => [namespace, path]);
  return keys.filter(([namespace]) => namespaces.has(namespace) && !CORE.includes(namespace));
}

/** The texts of these keys as a tree; a key without a text is left to Uzbek. */
export function pick(keys, texts) {
  const picked = {};
  for (const [namespace, path] of keys) {
    const names = path.split(".");
    const text = names.reduce((inner, name) => inner?.[name], texts[namespace]);
    if (typeof text !== "string") continue;
    const last = names.pop();
    const place = [namespace, ...names].reduce((inner, name) => {
      inner[name] ??= {};
      return inner[name];
    }, picked);
    place[last] = text;
  }
  return picked;
}

async function textsOf(language, wanted, namespaces) {
  const texts = {};
  for (const name of wanted) {
    const file = at(`../src/i18n/${language}/${namespaces.get(name)}.ts`);
    texts[name] = (await runnerImport(file, { configFile: false, logLevel: "error" })).module[name];
  }
  return texts;
}

// A file that stays as it is keeps its time: what watches it sees no change.
function write(name, text) {
  const target = at(`../src/i18n/generated/${name}`);
  try {
    if (readFileSync(target, "utf8") === text) return;
  } catch {
    mkdirSync(at("../src/i18n/generated"), { recursive: true });
  }
  writeFileSync(target, text);
}

export async function writeTexts() {
  write("texts.ts", typesFile(namespacesOf("uz")));
  write("loaders.ts", loadersFile(namespacesOf("uz")));
  for (const language of LANGUAGES) {
    const namespaces = namespacesOf(language);
    const keys = labelKeys(read("app/screens.ts"), namespaces);
    const texts = await textsOf(language, new Set(keys.map(([name]) => name)), namespaces);
    write(`labels-${language}.ts`, `${NOTE}export const labels = ${JSON.stringify(pick(keys, texts), null, 2)};\n`);
  }
}

/** Writes the files when Vite starts, and in development when a text or the screen table changes. */
export function writtenTexts() {
  return {
    name: "texts",
    config: () => writeTexts(),
    async hotUpdate({ file }) {
      if (/\/src\/(i18n\/(uz|ru|en)\/|app\/screens\.ts)/.test(file)) await writeTexts();
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeTexts();
