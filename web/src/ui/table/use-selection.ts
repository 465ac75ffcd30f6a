/** The selection of a list, for as long as its screen is open. */
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { showInfo } from "@/ui/feedback/toast";
import {
  between,
  isSelected,
  NOBODY,
  PICKED_MAX,
  pageTick,
  questionOf,
  standing,
  withAll,
  withRows,
} from "./selection";

export interface RowSelection {
  has: (id: number) => boolean;
  /** `place`: of the row on the page; with `range` also all rows since the last one toggled. */
  toggle: (place: number, how?: { range?: boolean; on?: boolean }) => void;
  tick: boolean | "indeterminate";
  togglePage: () => void;
}

/** The rows that a bulk operation applies to. */
export interface Chosen {
  /** null: all that the query matches. */
  ids: readonly number[] | null;
  total: number;
  /** The query of the list without page and size. */
  query: Readonly<Record<string, string | number>>;
  /** Clears the selection. */
  clear: () => void;
}

export interface SelectionControl {
  rows: RowSelection;
  chosen: Chosen;
  count: number;
  all: boolean;
  everyone: () => void;
}

export function useSelection(
  query: Readonly<Record<string, string | number>>,
  page: readonly number[],
  total: number,
): SelectionControl {
  const { t } = useTranslation();
  const [stored, setStored] = useState(NOBODY);
  const anchor = useRef(0);
  const question = questionOf(query);
  const selection = standing(stored, question);
  const set = (ids: readonly number[], on: boolean) => {
    const next = withRows(selection, ids, on, page);
    if (on && ids.some((id) => !next.ids.includes(id))) showInfo(t("lists.selection.most", { most: PICKED_MAX }));
    // One key may select two rows.
    setStored((before) => withRows(standing(before, question), ids, on, page));
  };
  const toggle: RowSelection["toggle"] = (place, { range = false, on } = {}) => {
    const id = page[place];
    if (id === undefined) return;
    const ids = range ? between(page, anchor.current, place) : [id];
    set(ids, on ?? (range || !isSelected(selection, id)));
    anchor.current = place;
  };
  const tick = pageTick(selection, page);
  const { page: _page, perPage: _size, ...filters } = query;
  return {
    rows: { has: (id) => isSelected(selection, id), toggle, tick, togglePage: () => set(page, tick !== true) },
    chosen: {
      ids: selection.all ? null : selection.ids,
      total: selection.all ? total : selection.ids.length,
      query: filters,
      clear: () => setStored(NOBODY),
    },
    count: selection.all ? total : selection.ids.length,
    all: selection.all,
    everyone: () => setStored(withAll(selection, page)),
  };
}
