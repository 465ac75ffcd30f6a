/**
 * State of a list in the address: page, size, order, search and filters. Defaults are left out of the address, so that
 * a shared link is short and stays right when a default changes.
 */
import { formatDate } from "@/lib/dates";

export type Order = "ASC" | "DESC";

export interface Choice {
  value: string;
  label: string;
}

/** A filter of a list. `standard` applies while nothing is chosen; removing such a filter is written as `all`. */
export interface Filter {
  /** day: a date, YYYY-MM-DD; it has no choices. */
  kind: "one" | "many" | "yes-no" | "day";
  name: string;
  label: string;
  choices: readonly Choice[];
  standard?: string;
  /** Set elsewhere: only its chip is shown. */
  chipOnly?: true;
}

export type FilterRule = Pick<Filter, "kind" | "name" | "standard">;

/** Several filters set by one press: a period that ends today. */
export interface QuickFilter {
  label: string;
  filters: Readonly<Record<string, string>>;
}

/** True where exactly these values are in force. */
export const isQuick = (state: ListState, { filters }: QuickFilter): boolean =>
  Object.entries(filters).every(([name, value]) => state.filters[name]?.join(",") === value);

/** The state with a quick filter set, or removed where it is in force. */
export function toggled(state: ListState, quick: QuickFilter): ListState {
  const off = isQuick(state, quick);
  return Object.entries(quick.filters).reduce(
    (next, [name, value]) => withFilter(next, name, off ? [] : [value]),
    state,
  );
}

export interface ListRules {
  /** Page size, columns and widths are stored under this name. */
  name: string;
  filters: readonly FilterRule[];
  order: Order;
  /** Rows of a page until the person chooses another number. */
  perPage?: (typeof PAGE_SIZES)[number];
  /** The column a fresh list is sorted by, where a list sorts by more than one. */
  sortBy?: string;
  /** The fields searched; without them the server searches all it knows (D-63). */
  keys?: readonly string[];
}

export interface ListState {
  page: number;
  /** null: as remembered for this table. */
  perPage: number | null;
  value: string;
  order: Order;
  sortBy: string | undefined;
  /** Active filters only. */
  filters: Readonly<Record<string, readonly string[]>>;
}

export const ALL = "all";
export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const STANDARD_PAGE_SIZE = 10;

/** Parses the address; invalid parts are ignored. */
export function readAddress(rules: ListRules, address: URLSearchParams): ListState {
  const order = address.get("orderBy");
  return {
    page: wholeNumber(address.get("page")) ?? 1,
    perPage: PAGE_SIZES.find((size) => String(size) === address.get("perPage")) ?? null,
    value: address.get("value")?.trim() ?? "",
    order: order === "ASC" || order === "DESC" ? order : rules.order,
    sortBy: address.get("sortBy") ?? rules.sortBy,
    filters: Object.fromEntries(
      rules.filters
        .map((filter) => [filter.name, valuesInForce(filter, address.get(filter.name))] as const)
        .filter(([, values]) => values.length > 0),
    ),
  };
}

function valuesInForce(filter: FilterRule, written: string | null): string[] {
  const value = written ?? filter.standard ?? "";
  if (value === ALL) return [];
  const values = value.split(",").filter((value) => value !== "");
  return filter.kind === "many" ? values : values.slice(0, 1);
}

function wholeNumber(written: string | null): number | null {
  return written !== null && /^[1-9]\d{0,8}$/.test(written) ? Number(written) : null;
}

/** The same address with the list's part set to `state`; other parts stay. */
export function writeAddress(rules: ListRules, state: ListState, address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address);
  const put = (name: string, value: string, standard: string) => {
    if (value === standard) next.delete(name);
    else next.set(name, value);
  };
  put("page", String(state.page), "1");
  put("perPage", String(state.perPage ?? ""), "");
  put("value", state.value, "");
  put("orderBy", state.order, rules.order);
  put("sortBy", state.sortBy ?? "", rules.sortBy ?? "");
  for (const filter of rules.filters) {
    const values = state.filters[filter.name] ?? [];
    put(filter.name, values.length > 0 ? values.join(",") : filter.standard ? ALL : "", filter.standard ?? "");
  }
  return next;
}

/** Query of the list for the server. */
export function queryOf(rules: ListRules, state: ListState, remembered: number): Record<string, string | number> {
  const query: Record<string, string | number> = {
    page: state.page,
    perPage: state.perPage ?? remembered,
    orderBy: state.order,
  };
  if (state.sortBy) query.sortBy = state.sortBy;
  if (state.value) query.value = state.value;
  if (state.value && rules.keys) query.keys = rules.keys.join(",");
  for (const [name, values] of Object.entries(state.filters)) query[name] = values.join(",");
  return query;
}

/** A list's state with one filter changed, on its first page; an empty choice of a filter with a standard means all. */
export function withFilter(state: ListState, name: string, values: readonly string[]): ListState {
  const { [name]: _gone, ...others } = state.filters;
  return { ...state, page: 1, filters: values.length > 0 ? { ...others, [name]: values } : others };
}

/** Default state of a list; its order and page size stay. */
export function cleared(rules: ListRules, state: ListState): ListState {
  return {
    ...readAddress(rules, new URLSearchParams()),
    perPage: state.perPage,
    order: state.order,
    sortBy: state.sortBy,
  };
}

export interface InForce {
  filter: Filter;
  label: string;
  /** Value of a filter after its chip is removed: the default, and from the default `all`. */
  without: readonly string[];
}

/** The chips: every filter in force, and a standard filter that was widened to all. */
export function inForce(filters: readonly Filter[], state: ListState, all: string): InForce[] {
  return filters.flatMap((filter) => {
    const values = state.filters[filter.name] ?? [];
    const standard = filter.standard ? [filter.standard] : [];
    if (values.length === 0)
      return filter.standard ? [{ filter, label: `${filter.label}: ${all}`, without: standard }] : [];
    const label = (value: string) => filter.choices.find((choice) => choice.value === value)?.label ?? value;
    const named =
      filter.kind === "day"
        ? values.map((day) => formatDate(day)).join(", ")
        : filter.choices.length > 0
          ? values.map(label).join(", ")
          : "…";
    const isStandard = filter.standard !== undefined && values[0] === filter.standard;
    return [
      {
        filter,
        label: filter.chipOnly ? filter.label : `${filter.label}: ${named}`,
        without: isStandard ? [] : standard,
      },
    ];
  });
}

/** Number of filters that differ from the default. */
export function countChanged(rules: ListRules, state: ListState): number {
  return rules.filters.filter((filter) => (state.filters[filter.name] ?? []).join(",") !== (filter.standard ?? ""))
    .length;
}

/** Number of active filters, default ones included (the count on the phone's filter button). */
export function countInForce(state: ListState): number {
  return Object.keys(state.filters).length;
}

/** Filters that may hide rows: chosen ones, or only the defaults. */
export function narrowing(rules: ListRules, state: ListState): "nothing" | "standard" | "chosen" {
  const chosen = rules.filters.some((filter) => {
    const values = state.filters[filter.name] ?? [];
    return values.length > 0 && values.join(",") !== filter.standard;
  });
  if (state.value || chosen) return "chosen";
  return countInForce(state) > 0 ? "standard" : "nothing";
}

/** The state without its default filters: all records. */
export function widened(rules: ListRules, state: ListState): ListState {
  return { ...cleared(rules, state), filters: {} };
}

/** The same search, order and size with no filter at all, not even a standard one. */
export const unfiltered = (state: ListState): ListState => ({ ...state, page: 1, filters: {} });

/** The pages offered below a list: the first, the last and three about the one shown; null is a gap. */
export function pagesShown(page: number, last: number): (number | null)[] {
  const start = Math.max(1, Math.min(page - 1, last - 2));
  const shown = [1, start, start + 1, start + 2, last].filter((n) => n >= 1 && n <= last);
  const sorted = [...new Set(shown)].sort((a, b) => a - b);
  return sorted.flatMap((n, i) => {
    const before = sorted[i - 1] ?? n - 1;
    if (n === before + 1) return [n];
    return n === before + 2 ? [n - 1, n] : [null, n];
  });
}

/** The page that holds the first row now shown after the size changed. */
export function pageAfterResize(page: number, from: number, to: number): number {
  return Math.floor(((page - 1) * from) / to) + 1;
}
