/** The difference of two texts by words: what both have, what only the old has, what only the new has. */

export type Piece = { kind: "same" | "removed" | "added"; text: string };

/** A word with the blanks after it, so that the pieces joined are the text. */
const words = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? [];

/** Pieces in reading order; the removed before the added in the same place. */
export function wordDiff(before: string, after: string): Piece[] {
  const [old, next] = [words(before), words(after)];
  const lengths = commonLengths(old, next);
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < next.length) {
    const [one, other] = [old[i], next[j]];
    if (one !== undefined && one === other) {
      push(pieces, "same", one);
      [i, j] = [i + 1, j + 1];
    } else if (one !== undefined && (other === undefined || at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      push(pieces, "removed", one);
      i += 1;
    } else if (other !== undefined) {
      push(pieces, "added", other);
      j += 1;
    }
  }
  return pieces;
}

const at = (lengths: readonly Uint16Array[], i: number, j: number) => lengths[i]?.[j] ?? 0;

/** Lengths of the longest common run of words from each pair of places to the ends. */
function commonLengths(old: readonly string[], next: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(next.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = lengths[i];
    if (!row) continue;
    for (let j = next.length - 1; j >= 0; j -= 1) {
      row[j] =
        old[i] === next[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}

function push(pieces: Piece[], kind: Piece["kind"], text: string): void {
  const last = pieces.at(-1);
  if (last?.kind === kind) last.text += text;
  else pieces.push({ kind, text });
}
