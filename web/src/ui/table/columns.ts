/** The columns of a table as a screen declares them, and which of them are visible. */
import type { ReactNode } from "react";

export interface Column<R> {
  id: string;
  header: string;
  cell: (row: R) => ReactNode;
  /** The header sorts; a string is the server's `sortBy` value. */
  sort?: true | string;
  /** The direction that the first click sorts in, where the most is what people look for; else ascending. */
  first?: "desc";
  align?: "right" | "center";
  /** Always visible; the first such column is pinned together with those before it. */
  fixed?: true;
  /** Visible only when the user selects it. */
  spare?: true;
  /** The server reads it only when it is asked for by its id: while it is shown. */
  onDemand?: true;
  /**
   * The main text of a row: truncated last, and the first to get free width. A number: it wraps into two lines, for
   * which so many px suffice.
   */
  grows?: true | number;
  /**
   * Text that may be truncated where width is short, and grows after the main text. A number: it wraps into two lines,
   * for which so many px suffice.
   */
  shrinks?: true | number;
  /** Rows may lack the value: where all of a page do, the list shows the reason instead of a column of dashes. */
  missing?: { in: (row: R) => boolean; text: string };
  /** A filter of the list: while it has one value, the column would only repeat it and isn't shown. */
  filter?: string;
}

/** The columns that tell something beside the filters in force. */
export function telling<R>(
  columns: readonly Column<R>[],
  filters: Readonly<Record<string, readonly string[]>>,
): readonly Column<R>[] {
  return columns.filter(({ filter }) => filter === undefined || filters[filter]?.length !== 1);
}

export function shownIds<R>(columns: readonly Column<R>[], chosen: readonly string[] | undefined): string[] {
  return columns
    .filter((column) => column.fixed || (chosen ? chosen.includes(column.id) : !column.spare))
    .map((column) => column.id);
}

/** Columns pinned to the start: the first fixed one and those before it. */
export function pinnedIds<R>(columns: readonly Column<R>[], shown: readonly string[]): string[] {
  const name = columns.find((column) => column.fixed)?.id;
  return name === undefined ? [] : shown.slice(0, shown.indexOf(name) + 1);
}

/** The shown columns that none of several rows has a value in, and the columns with their cells left empty. */
export function withoutValues<R>(
  columns: readonly Column<R>[],
  shown: readonly string[],
  rows: readonly R[],
): { empty: Column<R>[]; columns: readonly Column<R>[] } {
  const empty = columns.filter(
    ({ id, missing }) => missing && rows.length > 1 && shown.includes(id) && rows.every(missing.in),
  );
  if (empty.length === 0) return { empty, columns };
  return {
    empty,
    columns: columns.map((column) => (empty.includes(column) ? { ...column, cell: () => null } : column)),
  };
}
