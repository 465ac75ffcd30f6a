/** A grid of people × days in a box that scrolls: TanStack Virtual renders what is in view; arrows reach the rest. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { READABLE_NAME } from "../sizing/column-widths";
import { type Cell, type Gap, renderedIndexes, WHOLE_COLUMNS, WHOLE_ROWS, withGaps } from "./virtual-grid";

/** Sizes in CSS pixels; cells of the grid all have the same. */
export interface GridLayout {
  cell: { width: number; height: number };
  /** Pinned before the columns: the least, and what the longest name needs, where there is room. */
  names: { least: number; wanted: number };
  /** After the columns: not pinned, and pinned. */
  totals: number;
  percent: number;
  /** Pinned above and below the rows. */
  head: number;
  foot: number;
}

interface Options {
  rows: number;
  columns: number;
  layout: GridLayout;
  /** Scrolled into view at first, and the part of the box that stands before it. */
  initial: { column: number; part: number };
}

export interface VirtualGrid {
  /** The width of the names. */
  names: number;
  /** Of the box: what the browser scrolls to, as for the Tab key, comes out from behind pinned cells. */
  scrollPadding: string;
  box: RefObject<HTMLDivElement | null>;
  rows: readonly (number | Gap)[];
  columns: readonly (number | Gap)[];
  /** The one cell that the Tab key reaches. */
  active: Cell;
  setActive: (cell: Cell) => void;
  /** Renders the cell if it isn't, moves the focus to it and scrolls it out from behind pinned cells. */
  focusCell: (cell: Cell) => void;
}

const OVERSCAN = 4;
/** Of the box, on both sides; a scrollbar is added to them. */
const BORDERS = 2;
const CELL = (cell: Cell) => `[data-cell="${cell.row}-${cell.column}"]`;

export function useVirtualGrid({ rows, columns, layout, initial }: Options): VirtualGrid {
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<Cell>({ row: 0, column: 0 });
  const active = useMemo(
    () => ({
      row: Math.max(0, Math.min(chosen.row, rows - 1)),
      column: Math.max(0, Math.min(chosen.column, columns - 1)),
    }),
    [chosen, rows, columns],
  );
  const [{ room, frame }, setRoom] = useState({ room: 0, frame: BORDERS });
  useLayoutEffect(() => {
    const around = box.current?.parentElement;
    if (!around) return;
    const read = () => {
      const room = around.clientWidth;
      const frame = Math.max(BORDERS, (box.current?.offsetWidth ?? 0) - (box.current?.clientWidth ?? 0));
      setRoom((before) => (before.room === room && before.frame === frame ? before : { room, frame }));
    };
    const observer = new ResizeObserver(read);
    observer.observe(around);
    if (box.current) observer.observe(box.current);
    read();
    return () => observer.disconnect();
  }, []);
  const names = namesWidth(layout, columns, room - frame);
  const printing = usePrinting();
  const down = useVirtualizer({
    count: rows,
    getScrollElement: () => box.current,
    estimateSize: () => layout.cell.height,
    paddingStart: layout.head,
    paddingEnd: layout.foot,
    scrollPaddingStart: layout.head,
    scrollPaddingEnd: layout.foot,
    overscan: OVERSCAN,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: columns,
    getScrollElement: () => box.current,
    estimateSize: () => layout.cell.width,
    paddingStart: names,
    paddingEnd: layout.totals + layout.percent,
    scrollPaddingStart: names,
    scrollPaddingEnd: layout.percent,
    overscan: OVERSCAN,
  });

  useLayoutEffect(() => {
    const element = box.current;
    if (element && initial.column >= 0)
      element.scrollLeft =
        Math.round(initial.column - (element.clientWidth * initial.part) / layout.cell.width) * layout.cell.width;
  }, [initial.column, initial.part, layout.cell.width]);

  const focusCell = useCallback(
    (cell: Cell) => {
      flushSync(() => setChosen(cell));
      box.current?.querySelector<HTMLElement>(CELL(cell))?.focus({ preventScroll: true });
      down.scrollToIndex(cell.row);
      across.scrollToIndex(cell.column);
    },
    [down, across],
  );
  const setActive = useCallback(
    (cell: Cell) => setChosen((before) => (before.row === cell.row && before.column === cell.column ? before : cell)),
    [],
  );
  const whole = printing ? Number.POSITIVE_INFINITY : 0;
  const rowKey = renderedIndexes(down.getVirtualIndexes(), rows, Math.max(WHOLE_ROWS, whole), active.row).join();
  const columnKey = renderedIndexes(
    across.getVirtualIndexes(),
    columns,
    Math.max(WHOLE_COLUMNS, whole),
    active.column,
  ).join();
  return {
    box,
    names,
    scrollPadding: `${layout.head}px ${layout.percent}px ${layout.foot}px ${names}px`,
    rows: useMemo(() => withGaps(indexesOf(rowKey), rows), [rowKey, rows]),
    columns: useMemo(() => withGaps(indexesOf(columnKey), columns), [columnKey, columns]),
    active,
    setActive,
    focusCell,
  };
}

// Scrolling gives new arrays of the same indexes: rows are rendered anew only when the indexes differ.
const indexesOf = (key: string): number[] => (key === "" ? [] : key.split(",").map(Number));

/** Of a photo beside a name, with the padding of the cell; and of a letter of the name. */
const [PHOTO_PX, LETTER_PX] = [70, 7.6];

/** The width of the names: in a grid that scrolls they leave whole cells, so that no cell is half behind a pinned one. */
export function namesWidth({ cell, names, totals, percent }: GridLayout, columns: number, room: number): number {
  const free = room - columns * cell.width - totals - percent;
  if (free >= names.least) return Math.min(names.wanted, free);
  return names.least + (Math.max(0, room - percent - names.least) % cell.width);
}

/** 28 letters at least; more where there is room for the longest name. */
export function nameWidths(people: readonly { fullName: string }[]): GridLayout["names"] {
  const longest = people.reduce((most, { fullName }) => Math.max(most, fullName.length), 0);
  const wanted = Math.ceil(PHOTO_PX + longest * LETTER_PX);
  return { least: READABLE_NAME, wanted: Math.min(420, Math.max(READABLE_NAME, wanted)) };
}

/** True while the page is printed: paper doesn't scroll. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return printing;
}
