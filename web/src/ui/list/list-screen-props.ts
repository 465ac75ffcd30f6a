/** The declaration that a list screen is made from. */
import type { ReactNode } from "react";
import type { Answer, PathOf } from "@/api/request";
import type { QueryState } from "@/api/use-read";
import type { Column } from "@/ui/table/columns";
import type { RowAction } from "@/ui/table/row-menu";
import type { BulkAction } from "./bulk-bar";
import type { Exported } from "./export-button";
import type { Filter, ListRules, QuickFilter } from "./list-address";

export interface ListScreenProps<P extends PathOf<"get">, R> {
  title: string;
  rules: ListRules;
  path: P;
  /** Values of the path's braces. */
  at?: Readonly<Record<string, number>>;
  /** Parameters of the call that are chosen outside of the list, such as a period: not part of its saved views. */
  fixed?: Readonly<Record<string, string | number>>;
  /** The server would reject `fixed`: no list is fetched or shown, the screen says why. */
  refused?: boolean;
  rowsOf: (answer: Answer<"get", P>) => readonly R[];
  rowId: (row: R) => number;
  rowName: (row: R) => string;
  columns: readonly Column<R>[];
  filters: readonly Filter[];
  searchLabel?: string;
  quick?: readonly QuickFilter[];
  /** A row on a phone. */
  card: (row: R) => ReactNode;
  /**
   * The page of a record: a click, Enter, a card and the row's menu lead there. Without it they open the preview;
   * without both a row opens nothing.
   */
  href?: (id: number, row?: R) => string | undefined;
  /** The record beside the list. */
  preview?: {
    name?: string;
    title: (id: number, row: R | undefined) => string;
    body: (id: number) => ReactNode;
  };
  rowActions?: (row: R) => readonly RowAction[];
  /** Between the page's head and the list: figures and plots of all of its rows. */
  above?: (answer: QueryState<Answer<"get", P>>) => ReactNode;
  /** The last row: the figures of all rows by column, the fixed one named. */
  totals?: (answer: Answer<"get", P>) => Readonly<Record<string, ReactNode>>;
  /** A line below the rows about where the figures come from. */
  footnote?: (answer: Answer<"get", P>) => ReactNode;
  empty: { title: string; text: string; action?: ReactNode };
  /** Shown where there are records, but none for the default filter. */
  emptyStandard?: { title: string; text: string };
  /** Secondary actions of the screen. */
  actions?: ReactNode;
  /** The one gold action, after them; on a phone it floats. */
  main?: ReactNode;
  /** Bulk actions: rows can be selected. */
  bulk?: readonly BulkAction[];
  /** The list can be had as a spreadsheet. */
  exported?: Exported;
  /** Refetch after so many milliseconds. */
  refetchInterval?: (answer: Answer<"get", P> | undefined) => number | false;
}
