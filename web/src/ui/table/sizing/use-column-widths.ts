/** Widths of the columns of a table: measured from its content, shared among the columns, overridden by the user. */
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type ColumnNeed, type Flexible, foldHeader, NARROWEST, shareWidth, toStored, WIDEST } from "./column-widths";

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

/** A drag changes widths at every move: storing them is debounced. */
const STORE_DEBOUNCE_MS = 400;

export function useColumnWidths(options: Options): ColumnWidths {
  const { ids, flexible, constant, content, headers, stored, onStore } = options;
  const box = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(0);
  const [measured, setMeasured] = useState<{ from: string; needs: Readonly<Record<string, Need>> }>();
  const [changed, setChanged] = useState<Record<string, number>>();
  const from = `${useFontLoads()}:${headers}`;

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows change what is measured
  useLayoutEffect(() => {
    const table = box.current?.querySelector("table");
    if (!available || !table) return;
    const found = measure(table, order.split(","));
    setMeasured((before) => {
      const known = before?.from === from ? before.needs : {};
      const needs = widest(known, found);
      return known === needs ? before : { from, needs };
    });
  }, [available > 0, content, from, order]);

  const chosen = changed ?? stored;
  // Stored by `onStore`, or reset elsewhere: either way the stored widths are the newest.
  const storedWords = toStored(stored ?? {}).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stored widths make the changed ones obsolete
  useEffect(() => setChanged(undefined), [storedWords]);
  useEffect(() => {
    if (!changed || !onStore) return;
    const timer = setTimeout(() => onStore(changed), STORE_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [changed, onStore]);

  const widths = useMemo(() => {
    if (!measured || !available) return undefined;
    const columns = order.split(",");
    if (!columns.every((id) => id in constant || measured.needs[id])) return undefined;
    const needs = columns.map((id) => ({
      id,
      natural: 0,
      narrow: 0,
      header: 0,
      ...measured.needs[id],
      flexible: flexible(id),
    }));
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

type Need = Pick<ColumnNeed, "natural" | "narrow" | "header">;

/** Padding of a header cell on both sides. */
const PADDING = 24;

/** Lays out a copy of the table in which nothing is truncated or wrapped but headers; reads its header cells. */
function measure(table: HTMLTableElement, ids: readonly string[]): Record<string, Need> {
  const copy = table.cloneNode(true) as HTMLTableElement;
  copy.dataset.measured = "";
  copy.setAttribute("aria-hidden", "true");
  // Skeleton rows say nothing of the rows to come.
  for (const part of copy.querySelectorAll("colgroup, tbody[aria-hidden]")) part.remove();
  copy.removeAttribute("style");
  table.after(copy);
  const cells = copy.querySelectorAll<HTMLElement>("thead th");
  const natural = [...cells].map(widthOf);
  for (const label of copy.querySelectorAll("thead [data-label]")) label.textContent = foldHeader(label.textContent);
  const needs: Record<string, Need> = {};
  for (const [at, id] of ids.entries()) {
    const cell = cells[at];
    if (!cell) continue;
    needs[id] = {
      natural: natural[at] ?? 0,
      narrow: widthOf(cell),
      header: widthOf(cell.firstElementChild) + PADDING,
    };
  }
  copy.remove();
  return needs;
}

const widthOf = (element: Element | null): number => Math.ceil(element?.getBoundingClientRect().width ?? 0);

/** The widest content seen so far, so that columns stay where they are from page to page; the same object if nothing grew. */
function widest(known: Readonly<Record<string, Need>>, found: Record<string, Need>): Readonly<Record<string, Need>> {
  const grows = (id: string, { natural, narrow }: Need) =>
    natural > (known[id]?.natural ?? 0) || narrow > (known[id]?.narrow ?? 0);
  const grown = Object.entries(found).filter(([id, need]) => grows(id, need));
  const most = ([id, need]: [string, Need]) => [
    id,
    {
      natural: Math.max(need.natural, known[id]?.natural ?? 0),
      narrow: Math.max(need.narrow, known[id]?.narrow ?? 0),
      header: need.header,
    },
  ];
  return grown.length > 0 ? { ...known, ...Object.fromEntries(grown.map(most)) } : known;
}

/** Number of times that fonts have loaded: another font has other widths, and each alphabet's loads when it is shown. */
function useFontLoads(): number {
  const [loads, setLoads] = useState(0);
  useLayoutEffect(() => {
    const fonts: EventTarget | undefined = document.fonts;
    const loaded = () => setLoads((before) => before + 1);
    fonts?.addEventListener("loadingdone", loaded);
    return () => fonts?.removeEventListener("loadingdone", loaded);
  }, []);
  return loads;
}
