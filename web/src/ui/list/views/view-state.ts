/** Conversion between a list's state and a saved view, and their comparison. */
import { type ListRules, type ListState, readAddress, writeAddress } from "@/ui/list/list-address";
import type { Column } from "@/ui/table/columns";
import { shownIds } from "@/ui/table/columns";

/** The parameters of the list's address, and its columns; null: the usual ones. */
export interface ViewValue {
  address: Record<string, string>;
  columns: string[] | null;
}

/** Present state of the list: filters, search, order, page size and columns; not the page. */
export function viewOf<R>(
  rules: ListRules,
  state: ListState,
  perPage: number,
  columns: readonly Column<R>[],
  chosen: readonly string[] | undefined,
): ViewValue {
  const address = writeAddress(rules, { ...state, page: 1, perPage }, new URLSearchParams());
  const shown = shownIds(columns, chosen);
  const usual = shownIds(columns, undefined);
  return { address: Object.fromEntries(address), columns: shown.join() === usual.join() ? null : shown };
}

/** State of a view's address; parameters that the list no longer has are ignored. */
export function stateOf(rules: ListRules, view: ViewValue): ListState {
  return { ...readAddress(rules, new URLSearchParams(view.address)), page: 1 };
}

export function sameView(one: ViewValue, other: ViewValue): boolean {
  return written(one) === written(other);
}

const written = ({ address, columns }: ViewValue) =>
  JSON.stringify([Object.entries(address).sort(([a], [b]) => a.localeCompare(b)), columns && [...columns].sort()]);
