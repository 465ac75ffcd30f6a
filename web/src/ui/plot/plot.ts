/** What a plot of bars and a line shows: a place for each day or week, with a figure of both. */

export interface PlotPlace {
  /** Below the axis: "18". */
  tick: string;
  /** In the tip, the table and to screen readers: "Chorshanba, 18-noyabr". */
  name: string;
  bar: number;
  line: number;
}

export interface PlotData {
  /** The content of the plot in words. */
  label: string;
  /** The head of the table's first column. */
  placeName: string;
  barName: string;
  lineName: string;
  places: readonly PlotPlace[];
}

/** Places that Page Up and Page Down step over: a week of days. */
const PAGE = 7;

/** The place that a key leads to; null for a key that leads nowhere. The first press shows the last place. */
export function placeOfKey(key: string, at: number | null, count: number): number | null {
  const last = count - 1;
  if (last < 0) return null;
  const from = at ?? last;
  const steps: Record<string, number> = {
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    PageDown: from - PAGE,
    PageUp: from + PAGE,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  if (to === undefined) return null;
  if (at === null && key !== "Home") return last;
  return Math.max(0, Math.min(last, to));
}

/** Every so many places one has its label, so that labels of a width in px do not touch. */
export function tickStep(count: number, width: number, labelWidth: number): number {
  const fits = Math.max(1, Math.floor(width / labelWidth));
  return Math.max(1, Math.ceil(count / fits));
}
