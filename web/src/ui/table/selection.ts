/** The selected rows of a list: picked by hand on any page, or all that its query matches. */

export const PICKED_MAX = 200;

export interface Selection {
  /** The query of the rows; another query has another selection. */
  question: string;
  ids: readonly number[];
  /** All that the query matches; `ids` are then those of the page. */
  all: boolean;
}

export const NOBODY: Selection = { question: "", ids: [], all: false };

/** The query of a list without page, size and order. */
export function questionOf(query: Readonly<Record<string, string | number>>): string {
  const { page: _page, perPage: _size, orderBy: _order, sortBy: _by, ...rest } = query;
  return JSON.stringify(rest);
}

/** The selection if it belongs to this query, else an empty one. */
export function standing(selection: Selection, question: string): Selection {
  return selection.question === question ? selection : { ...NOBODY, question };
}

/** Selects or deselects rows; beyond the limit of rows picked by hand the last ones are left out. */
export function withRows(
  selection: Selection,
  ids: readonly number[],
  on: boolean,
  page: readonly number[],
): Selection {
  // Deselecting one of all that match leaves the others of the page.
  const before = selection.all ? page : selection.ids;
  const remaining = before.filter((id) => !ids.includes(id));
  return { ...selection, all: false, ids: on ? [...remaining, ...ids].slice(0, PICKED_MAX) : remaining };
}

export function withAll(selection: Selection, page: readonly number[]): Selection {
  return { ...selection, all: true, ids: page };
}

export function isSelected(selection: Selection, id: number): boolean {
  return selection.all || selection.ids.includes(id);
}

/** The state of the checkbox in the header. */
export function pageTick(selection: Selection, page: readonly number[]): boolean | "indeterminate" {
  const on = page.filter((id) => isSelected(selection, id)).length;
  return on === 0 ? false : on === page.length ? true : "indeterminate";
}

/** The rows between two, in either order. */
export function between(page: readonly number[], from: number, to: number): readonly number[] {
  return page.slice(Math.min(from, to), Math.max(from, to) + 1);
}
