/** Which rows of a list are selected: some by hand, on any of its pages, or all that its question finds. */

export const PICKED_MAX = 200;

export interface Selection {
  /** The question that the rows answer; another question has another selection. */
  question: string;
  ids: readonly number[];
  /** Everybody whom the question finds; `ids` are then those of the page. */
  all: boolean;
}

export const NOBODY: Selection = { question: "", ids: [], all: false };

/** What a list is asked, whatever its page, size and order. */
export function questionOf(query: Readonly<Record<string, string | number>>): string {
  const { page: _page, perPage: _size, orderBy: _order, sortBy: _by, ...asked } = query;
  return JSON.stringify(asked);
}

/** The selection as it stands for this question. */
export function standing(selection: Selection, question: string): Selection {
  return selection.question === question ? selection : { ...NOBODY, question };
}

/** These rows selected, or not; beyond the most that are picked by hand the last ones are left out. */
export function withRows(
  selection: Selection,
  ids: readonly number[],
  on: boolean,
  page: readonly number[],
): Selection {
  // Whoever takes one off everybody means those he sees.
  const before = selection.all ? page : selection.ids;
  const kept = before.filter((id) => !ids.includes(id));
  return { ...selection, all: false, ids: on ? [...kept, ...ids].slice(0, PICKED_MAX) : kept };
}

export function withAll(selection: Selection, page: readonly number[]): Selection {
  return { ...selection, all: true, ids: page };
}

export function isSelected(selection: Selection, id: number): boolean {
  return selection.all || selection.ids.includes(id);
}

/** The tick at the head of a page. */
export function pageTick(selection: Selection, page: readonly number[]): boolean | "indeterminate" {
  const on = page.filter((id) => isSelected(selection, id)).length;
  return on === 0 ? false : on === page.length ? true : "indeterminate";
}

/** The rows from one to another, whichever stands first. */
export function between(page: readonly number[], from: number, to: number): readonly number[] {
  return page.slice(Math.min(from, to), Math.max(from, to) + 1);
}
