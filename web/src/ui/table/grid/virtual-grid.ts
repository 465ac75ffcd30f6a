/** Rendered rows and columns of a grid: the visible ones, the focused cell, and gaps for the rest. */

/** Rendered whole up to here: a class of the usual size, the lessons of a month. */
export const WHOLE_ROWS = 40;
export const WHOLE_COLUMNS = 31;

export interface Cell {
  row: number;
  column: number;
}

/** Items that are not rendered, in one piece. */
export interface Gap {
  from: number;
  size: number;
}

/** All of a short list; of a long one those in view and the one that holds the focus. */
export function renderedIndexes(inView: readonly number[], count: number, whole: number, focused: number): number[] {
  if (count <= whole) return Array.from({ length: count }, (_, index) => index);
  return [...new Set([...inView, Math.min(focused, count - 1)])].sort((one, other) => one - other);
}

/** The rendered indexes with gaps in the place of all others. */
export function withGaps(indexes: readonly number[], count: number): (number | Gap)[] {
  const parts: (number | Gap)[] = [];
  let next = 0;
  for (const index of indexes) {
    if (index > next) parts.push({ from: next, size: index - next });
    parts.push(index);
    next = index + 1;
  }
  if (next < count) parts.push({ from: next, size: count - next });
  return parts;
}

/** The cell of the grid that an event happened in, by its `data-cell`. */
export function gridCellOf(target: EventTarget): Cell | null {
  const cell = (target as HTMLElement).closest<HTMLElement>("[data-cell]");
  const [row, column] = (cell?.dataset.cell ?? "").split("-").map(Number);
  return cell && row !== undefined && column !== undefined ? { row, column } : null;
}
