/** Moves to a student by the first letters of the name, in any spelling. */
import { matchLevel } from "@/lib/folding";

/** Letters typed within this time are one name. */
export const PAUSE_MS = 1_000;

const firstWord = (name: string) => name.trim().split(/\s+/)[0] ?? "";

/**
 * Index of the next name that the letters begin, from `at` (included while letters are added); null: none. A first word
 * matches before the others, rows behind before rows ahead.
 */
export function findNextByName(
  names: readonly string[],
  letters: string,
  at: number,
  continues: boolean,
): number | null {
  const begin = continues ? Math.max(at, 0) : at + 1;
  const inOrder = names.map((_, index) => (begin + index) % names.length);
  const first = inOrder.find((index) => matchLevel(letters, firstWord(names[index] ?? "")) !== null);
  return first ?? inOrder.find((index) => matchLevel(letters, names[index]) !== null) ?? null;
}

export type TypedName = { letters: string; at: number };

/** The letters typed so far and one more; after a pause a new name begins. */
export function appendLetter(before: TypedName | null, letter: string, now: number): TypedName {
  return { letters: before && now - before.at <= PAUSE_MS ? before.letters + letter : letter, at: now };
}

/** A letter of a name: not a command, not a digit; an apostrophe only within one. */
export function isLetter(event: KeyboardEvent, within: boolean): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  return /^\p{L}$/u.test(event.key) || (within && /^['’‘`ʻ-]$/u.test(event.key));
}
