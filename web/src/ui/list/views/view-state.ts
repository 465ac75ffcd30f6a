/** What a saved view keeps of a list, and whether a list stands as a view says. */
import { type ListRules, type ListState, readAddress, writeAddress } from "@/ui/list/list-address";
import type { Column } from "@/ui/table/columns";
import { shownIds } from "@/ui/table/columns";

/** The parameters of the list's address, and its columns; null: the usual ones. */
export interface ViewValue {
  address: Record<string, string>;
  columns: string[] | null;
}

/** The list as it stands: filters, search, order, page size and columns; not the page. */
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

/** The state that a view's address says; a parameter that the list has no more counts as not said. */
export function stateOf(rules: ListRules, view: ViewValue): ListState {
  return { ...readAddress(rules, new URLSearchParams(view.address)), page: 1 };
}

export function sameView(one: ViewValue, other: ViewValue): boolean {
  return written(one) === written(other);
}

const written = ({ address, columns }: ViewValue) =>
  JSON.stringify([Object.entries(address).sort(([a], [b]) => a.localeCompare(b)), columns && [...columns].sort()]);
