/** What a plot of bars and a line shows: a place for each day or person, with a figure of each bar and of the line. */
import type { Language } from "@/i18n/texts";
import { formatCount } from "@/lib/format/numbers";
import { formatKpi } from "@/lib/format/percent";

export interface PlotPlace {
  /** Below the axis: "18". */
  tick: string;
  /** Below the axis where not every tick has room: "KN". */
  shortTick?: string;
  /** In the tip, the table and to screen readers: "Chorshanba, 18-noyabr". */
  name: string;
  /** Side by side, at most three; null where there is no data. */
  bars: readonly (number | null)[];
  line: number | null;
}

export interface PlotData {
  /** The content of the plot in words. */
  label: string;
  /** The head of the table's first column. */
  placeName: string;
  barNames: readonly string[];
  lineName: string;
  /** The figures of the line are points alone: the order of the places is no course of time. */
  unjoined?: true;
  /** Figures are shares, from 0 to 100; else counts. */
  percent?: true;
  /** The place that is read out first; the last one, the newest, unless it is named. */
  begin?: "first";
  places: readonly PlotPlace[];
}

/** A figure in words; a dash without data. */
export function figureWords({ percent }: PlotData, value: number | null, language: Language): string {
  if (percent || value === null) return formatKpi(value, language);
  return formatCount(value, language);
}

/** The figures of a place by their name: those of the bars, then that of the line. */
export function figuresOf(plot: PlotData, { bars, line }: PlotPlace, language: Language) {
  const names = [...plot.barNames, plot.lineName];
  return [...bars, line].map((value, at) => ({ name: names[at] ?? "", words: figureWords(plot, value, language) }));
}

/** The place shown before any is chosen. */
export const beginOf = ({ begin, places }: PlotData): number => (begin === "first" ? 0 : places.length - 1);

/** Places that Page Up and Page Down step over: a week of days. */
const PAGE = 7;

/** The place that a key leads to; null for a key that leads nowhere. The first press shows where the plot begins. */
export function placeOfKey(key: string, at: number | null, count: number, begin = count - 1): number | null {
  const last = count - 1;
  if (last < 0) return null;
  const from = at ?? begin;
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
  if (at === null && key !== "Home" && key !== "End") return begin;
  return Math.max(0, Math.min(last, to));
}

/** Every so many places one has its label, so that labels of a width in px do not touch. */
export function tickStep(count: number, width: number, labelWidth: number): number {
  const fits = Math.max(1, Math.floor(width / labelWidth));
  return Math.max(1, Math.ceil(count / fits));
}
