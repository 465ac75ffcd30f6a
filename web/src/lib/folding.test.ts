/** D-5, D-50: the browser folds names as the server does. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import shared from "../../../contracts/folding-vectors.json";
import { fold, foldLoose, foundBy, matchLevel, queryWords, searchWords } from "./folding";

type Fields = (string | null)[];
type Vectors = {
  folds: [string, string, string][];
  same: Record<string, string[][]>;
  differ: Record<string, [string, string][]>;
  keys: [Fields, string][];
  queries: [string, string[]][];
  finds: [Fields, string[]][];
  misses: [Fields, string[]][];
  levels: [string, string, number | null][];
  order: string[];
  blocks: { ranges: [number, number][]; tier1: string; words: string };
};
const vectors = shared as unknown as Vectors;

const levels: Record<string, (text: string) => string> = {
  tier1: fold,
  tier2: foldLoose,
  search: (text) => queryWords(text).join(" "),
};

describe("the shared vectors", () => {
  test.each(vectors.folds)("%j folds to %j and %j", (text, tier1, tier2) => {
    expect([fold(text), foldLoose(text)]).toEqual([tier1, tier2]);
  });

  test.each(Object.entries(vectors.same))("spellings of one name meet at %s", (level, groups) => {
    for (const group of groups)
      expect(new Set(group.map(levels[level] as never)), group.join()).toHaveProperty("size", 1);
  });

  test.each(Object.entries(vectors.differ))("different names stay apart at %s", (level, couples) => {
    for (const [one, other] of couples) expect(levels[level]?.(one)).not.toBe(levels[level]?.(other));
  });

  test.each(vectors.keys)("%j is stored as %j", (fields, key) => {
    expect(searchWords(...fields)).toBe(key);
  });

  test.each(vectors.queries)("%j asks for %j", (typed, words) => {
    expect(queryWords(typed)).toEqual(words);
  });

  test.each(vectors.finds)("%j is found by each of %j", (fields, typed) => {
    expect(typed.filter((value) => !foundBy(searchWords(...fields), value))).toEqual([]);
  });

  test.each(vectors.misses)("%j is found by none of %j", (fields, typed) => {
    expect(typed.filter((value) => foundBy(searchWords(...fields), value))).toEqual([]);
  });

  test.each(vectors.levels)("%j fits %j at %j", (typed, field, level) => {
    expect(matchLevel(typed, field)).toBe(level);
  });

  test("every sign of the Latin, Cyrillic and punctuation blocks folds as on the server", () => {
    const signs = vectors.blocks.ranges.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
    );
    const digest = (of: (sign: string) => string) =>
      createHash("sha256")
        .update(signs.map((sign) => of(sign)).join("\n"))
        .digest("hex");
    expect(digest(fold)).toBe(vectors.blocks.tier1);
    expect(digest(searchWords)).toBe(vectors.blocks.words);
  });
});

test("the order the server sorts names in is the one of the Unicode collation for Uzbek", () => {
  expect([...vectors.order].sort(new Intl.Collator("uz").compare)).toEqual(vectors.order);
});

test.each([
  "t",
  "y",
  "'",
  "ц",
  "е",
  "x-",
  "\u0301",
  "😀",
])("a hostile text of %j costs no more than its length", (sign) => {
  const text = sign.repeat(100_000 / sign.length);
  const begun = performance.now();
  fold(text);
  foldLoose(text);
  searchWords(text);
  queryWords(text);
  expect(performance.now() - begun).toBeLessThan(2000);
});
