/** The selection of a list while its screen is open. */
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
  /** `place`: of the row on the page; with `range` everybody since the last one ticked. */
  toggle: (place: number, how?: { range?: boolean; on?: boolean }) => void;
  tick: boolean | "indeterminate";
  togglePage: () => void;
}

/** For whom something is to be done. */
export interface Chosen {
  /** null: all that the query finds. */
  ids: readonly number[] | null;
  total: number;
  /** What the list asks, without page and size. */
  query: Readonly<Record<string, string | number>>;
  /** Done: nobody is selected any more. */
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
  const [kept, setKept] = useState(NOBODY);
  const anchor = useRef(0);
  const question = questionOf(query);
  const selection = standing(kept, question);
  const set = (ids: readonly number[], on: boolean) => {
    const next = withRows(selection, ids, on, page);
    if (on && ids.some((id) => !next.ids.includes(id))) showInfo(t("lists.selection.most", { most: PICKED_MAX }));
    // Two rows may be ticked by one key.
    setKept((before) => withRows(standing(before, question), ids, on, page));
  };
  const toggle: RowSelection["toggle"] = (place, { range = false, on } = {}) => {
    const id = page[place];
    if (id === undefined) return;
    const ids = range ? between(page, anchor.current, place) : [id];
    set(ids, on ?? (range || !isSelected(selection, id)));
    anchor.current = place;
  };
  const tick = pageTick(selection, page);
  const { page: _page, perPage: _size, ...asked } = query;
  return {
    rows: { has: (id) => isSelected(selection, id), toggle, tick, togglePage: () => set(page, tick !== true) },
    chosen: {
      ids: selection.all ? null : selection.ids,
      total: selection.all ? total : selection.ids.length,
      query: asked,
      clear: () => setKept(NOBODY),
    },
    count: selection.all ? total : selection.ids.length,
    all: selection.all,
    everyone: () => setKept(withAll(selection, page)),
  };
}
