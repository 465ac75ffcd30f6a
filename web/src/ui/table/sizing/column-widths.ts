/** Shares the width of a table among its columns: text that is truncated grows first. All widths are CSS pixels. */

/** 28 letters of 13 px medium text with the cell's padding; a name also has a photo of 32 px beside it. */
export const READABLE_TEXT = 232;
export const READABLE_NAME = 276;
/** A text column is never narrower than its header and this. */
const LEAST_TEXT = 88;
const LEAST_NAME = 176;
/** Limits of a width that the user sets. */
export const NARROWEST = 48;
export const WIDEST = 800;

export interface ColumnNeed {
  id: string;
  /** Wide enough for its header in one line and every cell. */
  natural: number;
  /** Wide enough for its header in two lines and every cell. */
  narrow: number;
  /** Wide enough for its header in two lines. */
  header: number;
  flexible?: Flexible | undefined;
}

/** Way in which a column may be narrower than its content. */
export interface Flexible {
  kind: "name" | "text";
  /** It wraps into two lines of so many pixels: nothing is truncated, so text of this kind grows last. */
  wrapped?: number;
}

/** Widths by column; their sum is `available` unless the columns need more at least, or the user set every width. */
export function shareWidth(
  needs: readonly ColumnNeed[],
  available: number,
  chosen: Readonly<Record<string, number>> = {},
): Record<string, number> {
  const widths: Record<string, number> = {};
  // A wide column of the user's takes the width of others, a readable name's never.
  const readable = Object.keys(chosen).length > 0 ? shareWidth(needs, available) : {};
  for (const need of needs) {
    const name = need.flexible?.kind === "name" ? Math.min(readable[need.id] ?? 0, need.natural, READABLE_NAME) : 0;
    widths[need.id] = chosen[need.id] ?? Math.max(leastOf(need), name);
  }
  const open = needs.filter((need) => chosen[need.id] === undefined);
  const names = open.filter((need) => need.flexible?.kind === "name");
  const texts = open.filter((need) => need.flexible?.kind === "text");
  const truncated = texts.filter((need) => need.flexible?.wrapped === undefined);
  const free = () => available - needs.reduce((sum, need) => sum + (widths[need.id] ?? 0), 0);

  raise(widths, names, free(), (need) => Math.min(need.natural, READABLE_NAME));
  raise(widths, truncated, free(), (need) => Math.min(need.natural, READABLE_TEXT));
  raise(widths, truncated, free(), (need) => need.natural);
  raise(widths, [...names, ...texts], free(), (need) => need.natural);
  raise(widths, open, free(), (need) => need.natural);
  spread(widths, open, free());
  return widths;
}

function leastOf({ natural, narrow, header, flexible }: ColumnNeed): number {
  if (!flexible) return narrow;
  const { kind, wrapped } = flexible;
  const least = wrapped ?? (kind === "name" ? LEAST_NAME : LEAST_TEXT);
  return Math.min(natural, Math.max(header, least));
}

/** Brings columns to a goal; where the free width is too little, each gets the same part of what it lacks. */
function raise(
  widths: Record<string, number>,
  needs: readonly ColumnNeed[],
  free: number,
  goal: (need: ColumnNeed) => number,
): void {
  const lacks = needs.map((need) => [need.id, Math.max(0, goal(need) - (widths[need.id] ?? 0))] as const);
  const total = lacks.reduce((sum, [, lack]) => sum + lack, 0);
  share(widths, lacks, Math.min(free, total));
}

/** Adds what is left to every column in proportion to its width. */
function spread(widths: Record<string, number>, needs: readonly ColumnNeed[], free: number): void {
  share(
    widths,
    needs.map(({ id }) => [id, widths[id] ?? 0] as const),
    free,
  );
}

/** Adds whole pixels in proportion to the weights; the sum is exact. */
function share(widths: Record<string, number>, weights: readonly (readonly [string, number])[], free: number): void {
  let [left, open] = [free, weights.reduce((sum, [, weight]) => sum + weight, 0)];
  for (const [id, weight] of weights) {
    if (left <= 0 || open <= 0) return;
    const more = Math.round((left * weight) / open);
    widths[id] = (widths[id] ?? 0) + more;
    left -= more;
    open -= weight;
  }
}

/** A header in two lines of nearly one length, broken at a space or a soft hyphen; unchanged where it has none. */
export function foldHeader(label: string): string {
  let [folded, least] = [label, label.length];
  for (const { index, 0: at } of label.matchAll(/[ \u00ad]/g)) {
    const lines = [label.slice(0, index) + (at === " " ? "" : "-"), label.slice(index + 1)];
    const longest = Math.max(...lines.map((line) => line.length));
    if (longest < least) [folded, least] = [lines.join("\n"), longest];
  }
  return folded;
}

/** Widths as a preference stores them: "teacher:180". */
export const toStored = (widths: Readonly<Record<string, number>>): string[] =>
  Object.entries(widths).map(([id, width]) => `${id}:${Math.round(width)}`);

export function fromStored(stored: readonly string[] | undefined): Record<string, number> {
  const widths: Record<string, number> = {};
  for (const entry of stored ?? []) {
    const at = entry.lastIndexOf(":");
    const width = Number(entry.slice(at + 1));
    if (at > 0 && width >= NARROWEST && width <= WIDEST) widths[entry.slice(0, at)] = width;
  }
  return widths;
}
