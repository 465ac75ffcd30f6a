/** A list in the address bar: its query, and every function that changes it. */
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { choosePageSize, usePageSize } from "@/ui/preferences/preferences";
import {
  cleared,
  type ListRules,
  type ListState,
  type Order,
  pageAfterResize,
  queryOf,
  readAddress,
  STANDARD_PAGE_SIZE,
  unfiltered,
  widened,
  withFilter,
  writeAddress,
} from "./list-address";
import { onListsReset } from "./reset-lists";

export interface List {
  rules: ListRules;
  state: ListState;
  perPage: number;
  query: Record<string, string | number>;
  toPage: (page: number, how?: { replace?: boolean }) => void;
  resize: (perPage: number) => void;
  sort: (order: Order, sortBy?: string) => void;
  search: (value: string) => void;
  filter: (name: string, values: readonly string[]) => void;
  clear: () => void;
  /** Clears the default filters too. */
  showAll: () => void;
  /** The same search, everywhere. */
  unfilter: () => void;
  /** As a saved view has it. */
  become: (state: ListState) => void;
  /** Back to the defaults; invalid parameters are dropped as well. */
  startOver: () => void;
}

export function useList(rules: ListRules): List {
  const [address, setAddress] = useSearchParams();
  const remembered = usePageSize(rules.name, rules.perPage);
  const state = readAddress(rules, address);
  const perPage = state.perPage ?? remembered;
  // A filter and a search right after it are two steps, however late the first renders.
  const wanted = useRef(state);
  useLayoutEffect(() => {
    wanted.current = readAddress(rules, address);
  }, [rules, address]);
  const go = (next: ListState, how: { replace?: boolean } = {}) => {
    wanted.current = next;
    setAddress((now) => writeAddress(rules, next, now), how);
  };

  useEffect(
    () =>
      onListsReset(rules.name, () =>
        setAddress(
          (now) => writeAddress(rules, { ...readAddress(rules, now), page: 1, perPage: STANDARD_PAGE_SIZE }, now),
          {
            replace: true,
          },
        ),
      ),
    [rules, setAddress],
  );

  const query = JSON.stringify(queryOf(rules, state, remembered));
  return {
    rules,
    state,
    perPage,
    query: useMemo(() => JSON.parse(query), [query]),
    toPage: (page, how) => go({ ...wanted.current, page }, how),
    resize: (size) => {
      choosePageSize(rules.name, size);
      go({ ...wanted.current, page: pageAfterResize(wanted.current.page, perPage, size), perPage: null });
    },
    sort: (order, sortBy) => go({ ...wanted.current, page: 1, order, sortBy: sortBy ?? wanted.current.sortBy }),
    // Letters typed one after another are one step for the Back button.
    search: (value) =>
      go({ ...wanted.current, page: 1, value }, { replace: wanted.current.value !== "" && value !== "" }),
    filter: (name, values) => go(withFilter(wanted.current, name, values)),
    clear: () => go(cleared(rules, wanted.current)),
    showAll: () => go(widened(rules, wanted.current)),
    unfilter: () => go(unfiltered(wanted.current)),
    become: (next) => go(next),
    startOver: () => go(readAddress(rules, new URLSearchParams()), { replace: true }),
  };
}
