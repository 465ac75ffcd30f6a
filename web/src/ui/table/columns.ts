/** A table's columns as a screen declares them, and which of them are shown. */
import type { ReactNode } from "react";

export interface Column<R> {
  id: string;
  header: string;
  cell: (row: R) => ReactNode;
  /** Its header turns the order; a word is the `sortBy` that the server knows it by. */
  sort?: true | string;
  align?: "right" | "center";
  /** Always shown. */
  fixed?: true;
  /** Shown only when chosen. */
  spare?: true;
  /** Takes what room is left, and more or less of it at least; its content gives way. */
  grows?: true | "little";
  /** Its header stands in two lines rather than widen the column. */
  wraps?: true;
}

export function shownIds<R>(columns: readonly Column<R>[], chosen: readonly string[] | undefined): string[] {
  return columns
    .filter((column) => column.fixed || (chosen ? chosen.includes(column.id) : !column.spare))
    .map((column) => column.id);
}
