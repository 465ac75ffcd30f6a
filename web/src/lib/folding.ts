/**
 * One key for all spellings of a name, as in domain/people/folding.py, so that the palette finds what the server finds.
 * contracts/folding-vectors.json holds both to the same results and has the reasons.
 */

const LONGEST_WORD = 64;
const MOST_QUERY_WORDS = 10;

const APOSTROPHES = /['`´‘’‛′‵ʹʻʼʽʾʿˈˊˋ＇｀ꞌ]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls part words.
const CONTROLS = /[\u0000-\u001f\u007f]/g;
// Letters of their own, whose marks stay; all other marks are removed.
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is left alone.
const MARKED = /[^\u0000-\u007fйёўӯїа-яґқғҳ]/gu;
const YE = /(?<![бвгджзйклмнпрстфхцчшщқғҳҷңһbcdfghjklmnpqrstvwxyz])е/g;
const TS = /(?<=[аеёиоуўэюяыaeiou])ц/g;
const LATIN = new Map([
  ...pairs("абвгдежзийклмнопрстуфхцы", "abvgdejziyklmnoprstufxsi"),
  ...pairs("эқҳіґҷәөүұһ", "eqhigjaouuh"),
  ...Object.entries({ ё: "yo", ч: "ch", ш: "sh", щ: "sh", ъ: "'", ь: "", ю: "yu", я: "ya", ў: "o'", ӯ: "o'" }),
  ...Object.entries({ ғ: "g'", є: "ye", ї: "yi", ң: "ng", ß: "ss", ς: "σ", ı: "i" }),
]);

const LOOSE = /(?<!t)t+(?=s)|(?<!y)y+(?=e)/g;
const SEARCH = /(?<!t)t+(?=s)|(?<!y)y+(?=e)|(?<!k)k+(?=h)|(?<!d)d+(?=j)|(?<=s)hc(?=h)/g;
const YO = /(?<=[bcdfghjklmnpqrstvwxz])yo/g;
const CUT = /[tykdc](?!$)/g;
const WORD = /[\p{L}\p{N}]+/gu;
const SPELLED_WORD = /[\p{L}\p{N}][\p{L}\p{N}']*/gu;
// The key beside the apostrophe, struck in its place while searching: g;ulom, o;g;li.
const STRUCK_BESIDE = /(?<=[go]);(?=[a-z])/gi;

function pairs(from: string, to: string): [string, string][] {
  return [...from].map((letter, at) => [letter, to.charAt(at)]);
}

function bare(sign: string): string {
  const composed = sign.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
  if (/^[\p{Cf}\p{Cs}]/u.test(composed)) return "";
  return /^\p{Cc}/u.test(composed) ? " " : composed;
}

/** Lower case with one apostrophe, sign by sign: by it a part is found in a text, as the server finds it. */
export const withOneApostrophe = (text: string): string => text.replace(APOSTROPHES, "'").toLowerCase();

/** Tier 1: apostrophes are ', Cyrillic is Uzbek Latin, small letters, single spaces. */
export function fold(text: string): string {
  // The apostrophes go first: NFKC makes a space and a mark of ´.
  const composed = text.replace(APOSTROPHES, "'").normalize("NFKC").toLowerCase().replace(MARKED, bare);
  const cyrillic = composed
    .replaceAll("сентя", "сента")
    .replaceAll("октя", "окта")
    .replace(YE, "йe")
    .replace(TS, "тс")
    .replace(APOSTROPHES, "'")
    .replace(CONTROLS, " ");
  const latin = Array.from(cyrillic, (letter) => LATIN.get(letter) ?? letter).join("");
  return latin.normalize("NFKC").replace(/'{2,}/g, "'").replace(/\s+/g, " ").trim();
}

/** Tier 2: tier 1 without apostrophes, `ts` as `s`, `ye` as `e`. */
export function foldLoose(text: string): string {
  return fold(text).replaceAll("'", "").replace(LOOSE, "").replace(/\s+/g, " ").trim();
}

/** *Son of* and *daughter of* as Uzbek and as Russian spell them: either finds both. */
const PATRONYMICS = new Map([
  ["ogli", "ugli"],
  ["ugli", "ogli"],
  ["qizi", "kizi"],
  ["kizi", "qizi"],
]);

/** The search level of a folded word without apostrophes: also x as h, kh as h, dj as j, shch as sh. */
function loosened(word: string): string {
  return word.replaceAll("x", "h").replace(YO, "e").replace(SEARCH, "");
}

function plainWords(text: string): string[] {
  const words = fold(text).replaceAll("'", "").match(WORD) ?? [];
  return words.map((word) => Array.from(word).slice(0, LONGEST_WORD).join(""));
}

function lexemes(word: string): string[] {
  const patronymic = PATRONYMICS.get(word);
  if (patronymic) return [word, patronymic];
  const whole = loosened(word);
  if (whole.length === word.length) return [whole];
  const beginnings = Array.from(word.matchAll(CUT), (cut) => loosened(word.slice(0, cut.index + 1)));
  return [whole, ...beginnings.filter((beginning) => !whole.startsWith(beginning))];
}

type Field = string | null | undefined;

/** The search key of these fields: words of letters and digits, separated by spaces. */
export function searchWords(...fields: Field[]): string {
  const words = fields.flatMap((field) => plainWords(field ?? ""));
  return [...new Set(words.flatMap(lexemes))].join(" ");
}

const meant = (value: string) => value.replace(STRUCK_BESIDE, "'");

/** Folds a typed search: each word must begin some word of a key. Empty: nothing to search for. */
export function queryWords(value: string): string[] {
  return [...new Set(plainWords(meant(value)).map(loosened))].slice(0, MOST_QUERY_WORDS);
}

function begins(stored: string[], typed: string[]): boolean {
  return typed.length > 0 && typed.every((one) => stored.some((word) => word.startsWith(one)));
}

/** True where the typed value matches a record with this key (of `searchWords`). */
export function foundBy(key: string, value: string): boolean {
  return begins(key.split(" "), queryWords(value));
}

/** Level of a match: 0 as spelled, 1 apart from apostrophes, 2 in another spelling, null for none. */
export function matchLevel(value: string, ...fields: Field[]): 0 | 1 | 2 | null {
  const whole = fields.filter(Boolean).join(" ");
  const words = (text: string) => text.match(SPELLED_WORD) ?? [];
  if (begins(words(fold(whole)), words(fold(meant(value))))) return 0;
  if (begins(words(foldLoose(whole)), words(foldLoose(meant(value))))) return 1;
  return foundBy(searchWords(whole), value) ? 2 : null;
}
