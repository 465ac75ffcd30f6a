/** Widths of the columns of a table: measured from its content, shared among the columns, overridden by the user. */
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type ColumnNeed, type Flexible, NARROWEST, shareWidth, WIDEST } from "./column-widths";

interface Options {
  /** Visible columns in their order, those of the table itself included. */
  ids: readonly string[];
  flexible: (id: string) => Flexible | undefined;
  /** Columns of a constant width. */
  constant: Readonly<Record<string, number>>;
  /** Measured anew when it changes: the rows. */
  content: unknown;
  /** Measured from nothing when it changes: the headers. */
  headers: string;
  stored: Readonly<Record<string, number>> | undefined;
  onStore: ((widths: Record<string, number>) => void) | undefined;
}

export interface ColumnWidths {
  box: RefObject<HTMLDivElement | null>;
  /** undefined: nothing is measured yet. */
  widths: Record<string, number> | undefined;
  /** The width there is. */
  available: number;
  /** The columns need more than the width there is. */
  overflows: boolean;
  /** null: as wide as the table decides. */
  setWidth: (id: string, width: number | null) => void;
}

/** A drag is stored once it rests. */
const STORE_DELAY_MS = 400;

export function useColumnWidths(options: Options): ColumnWidths {
  const { ids, flexible, constant, content, headers, stored, onStore } = options;
  const box = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(0);
  const [measured, setMeasured] = useState<{ headers: string; needs: Readonly<Record<string, Need>> }>();
  const [changed, setChanged] = useState<Record<string, number>>();
  const fonts = useFontsLoaded();

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const resized = () => setAvailable(element.clientWidth);
    resized();
    const observer = new ResizeObserver(resized);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const order = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows and fonts change what is measured
  useLayoutEffect(() => {
    const table = box.current?.querySelector("table");
    if (!available || !table) return;
    const found = measure(table, order.split(","));
    setMeasured((before) => {
      const known = before?.headers === headers ? before.needs : {};
      const needs = widest(known, found);
      return known === needs ? before : { headers, needs };
    });
  }, [available > 0, content, headers, order, fonts]);

  const chosen = changed ?? stored;
  useEffect(() => {
    if (!changed || !onStore) return;
    const timer = setTimeout(() => onStore(changed), STORE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [changed, onStore]);

  const widths = useMemo(() => {
    if (!measured || !available) return undefined;
    const columns = order.split(",");
    if (!columns.every((id) => id in constant || measured.needs[id])) return undefined;
    const needs = columns.map((id) => ({ id, natural: 0, header: 0, ...measured.needs[id], flexible: flexible(id) }));
    return shareWidth(needs, available, { ...chosen, ...constant });
  }, [measured, available, order, flexible, constant, chosen]);
  const total = widths ? Object.values(widths).reduce((sum, width) => sum + width, 0) : 0;

  return {
    box,
    widths,
    available,
    overflows: total > available + 1,
    setWidth: (id, width) => {
      const { [id]: _old, ...others } = chosen ?? {};
      const next = width === null ? null : Math.min(WIDEST, Math.max(NARROWEST, Math.round(width)));
      setChanged(next === null ? others : { ...others, [id]: next });
    },
  };
}

type Need = Pick<ColumnNeed, "natural" | "header">;

/** Padding of a header cell on both sides. */
const PADDING = 24;

/** Lays out a copy of the table in which nothing is truncated or wrapped, and reads its header cells. */
function measure(table: HTMLTableElement, ids: readonly string[]): Record<string, Need> {
  const copy = table.cloneNode(true) as HTMLTableElement;
  copy.dataset.measured = "";
  copy.setAttribute("aria-hidden", "true");
  // Skeleton rows say nothing of the rows to come.
  for (const part of copy.querySelectorAll("colgroup, tbody[aria-hidden]")) part.remove();
  copy.removeAttribute("style");
  table.after(copy);
  const cells = copy.querySelectorAll<HTMLElement>("thead th");
  const needs: Record<string, Need> = {};
  for (const [at, id] of ids.entries()) {
    const cell = cells[at];
    const label = cell?.firstElementChild as HTMLElement | null | undefined;
    if (!cell) continue;
    needs[id] = {
      natural: Math.ceil(cell.getBoundingClientRect().width),
      header: Math.ceil((label?.getBoundingClientRect().width ?? 0) + PADDING),
    };
  }
  copy.remove();
  return needs;
}

/** The widest content seen so far, so that columns stay where they are from page to page; the same object if nothing grew. */
function widest(known: Readonly<Record<string, Need>>, found: Record<string, Need>): Readonly<Record<string, Need>> {
  const grown = Object.entries(found).filter(([id, { natural }]) => natural > (known[id]?.natural ?? 0));
  return grown.length > 0 ? { ...known, ...Object.fromEntries(grown) } : known;
}

/** False until the fonts have loaded: another font has other widths. */
function useFontsLoaded(): boolean {
  const [loaded, setLoaded] = useState(() => document.fonts?.status !== "loading");
  useEffect(() => {
    if (!loaded) void document.fonts.ready.then(() => setLoaded(true));
  }, [loaded]);
  return loaded;
}
