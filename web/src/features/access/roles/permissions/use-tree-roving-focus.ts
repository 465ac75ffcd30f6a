/** Walking the tree by keys: ↑ ↓ between rows, ← → along a row, folding at its beginning; one mark has the focus stop. */
import { type KeyboardEvent, useRef, useState } from "react";

/** Row of the tree: its columns with a mark (0 is the row itself), and whether it collapses. */
export interface TreeRow {
  id: string;
  columns: readonly number[];
  parent?: string;
  open?: boolean;
}

export const cellId = (row: string, column: number) => `${row}|${column}`;

export function useTreeRovingFocus(rows: readonly TreeRow[], fold: (id: string, open: boolean) => void) {
  const box = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState({ row: "", column: 0 });
  const index = Math.max(
    0,
    rows.findIndex((row) => row.id === at.row),
  );
  const here = rows[index];
  const column = here?.columns.includes(at.column) ? at.column : 0;

  function go(row: TreeRow | undefined, to: number) {
    if (!row) return;
    const near = row.columns.includes(to) ? to : 0;
    setAt({ row: row.id, column: to });
    box.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(cellId(row.id, near))}"]`)?.focus();
  }

  function sideways(step: 1 | -1) {
    if (!here) return;
    if (column === 0 && here.open === (step === -1)) return fold(here.id, step === 1);
    if (column === 0 && step === -1) return go(rows.find((row) => row.id === here.parent) ?? here, 0);
    const next = here.columns[here.columns.indexOf(column) + step];
    if (next !== undefined) go(here, next);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(rows[index + 1], at.column),
      ArrowUp: () => go(rows[index - 1], at.column),
      ArrowRight: () => sideways(1),
      ArrowLeft: () => sideways(-1),
      Home: () => go(rows[0], at.column),
      End: () => go(rows.at(-1), at.column),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  }

  return {
    box,
    onKeyDown,
    onFocus: (event: { target: EventTarget }) => {
      const cell = (event.target as HTMLElement).dataset?.cell;
      if (!cell) return;
      const [row = "", place = "0"] = cell.split("|");
      if (row !== at.row || Number(place) !== column) setAt({ row, column: Number(place) });
    },
    hasStop: (row: string, place: number) => row === here?.id && place === column,
  };
}
