/** The picture of a plot, drawn by uPlot in the colours of the theme, with the tip of the active place. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import uPlot from "uplot";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { onTheme } from "@/ui/preferences/theme";
import { figuresOf, type PlotData, tickStep } from "./plot";

export interface PlotCanvasProps {
  plot: PlotData;
  height: number;
  /** The place shown in the tip. */
  active: number | null;
  onActive: (place: number | null) => void;
}

const FONT = '11px "Inter Variable", system-ui, sans-serif';
/** Room for a label of a day below the axis, in px. */
const TICK_PX = 34;
const Y_AXIS_PX = 40;
const WIDEST_BAR_PX = 24;
/** The part of a place that its bars take. */
const ONE_BAR = 0.5;
const SEVERAL_BARS = 0.72;
/** Neutral from light to dark, in the order of the bars; opaque, so that no line of the grid shines through. */
const SHADES = [
  () => token("--line-strong"),
  () => `color-mix(in srgb, ${token("--mut")} 55%, ${token("--surface")})`,
  () => token("--mut"),
];
const lineOf = ({ barNames }: PlotData) => barNames.length + 1;

/** A token of the theme as it is now. */
const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function PlotCanvas({ plot, height, active, onActive }: PlotCanvasProps) {
  const language = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(null);
  const state = useRef({ active, onActive });
  useLayoutEffect(() => {
    state.current = { active, onActive };
  }, [active, onActive]);
  const [width, setWidth] = useState(0);
  const [left, setLeft] = useState(0);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = box.current;
    if (!element || width === 0) return;
    const made = new uPlot(
      optionsOf(plot, width, height, (value) => (plot.percent ? `${value}%` : formatCount(value, language)), state),
      [
        plot.places.map((_, at) => at),
        ...plot.barNames.map((_, bar) => plot.places.map(({ bars }) => bars[bar] ?? null)),
        plot.places.map(({ line }) => line),
      ],
      element,
    );
    chart.current = made;
    const repaint = onTheme(() => made.redraw(false));
    // A font that arrives later changes the labels.
    const fonts: EventTarget | undefined = document.fonts;
    const redraw = () => made.redraw(false);
    fonts?.addEventListener("loadingdone", redraw);
    return () => {
      repaint();
      fonts?.removeEventListener("loadingdone", redraw);
      chart.current = null;
      made.destroy();
    };
  }, [plot, width, height, language]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart that was made anew places the tip anew
  useEffect(() => {
    const made = chart.current;
    if (!made) return;
    made.redraw(false);
    if (active === null) {
      made.setCursor({ left: -10, top: -10 }, false);
      return;
    }
    const at = made.valToPos(active, "x");
    made.setCursor({ left: at, top: made.over.clientHeight / 2 }, false);
    setLeft(made.over.offsetLeft + at);
  }, [active, plot, width, language]);

  const place = active === null ? undefined : plot.places[active];
  return (
    <div aria-hidden ref={box} className="absolute inset-0">
      {place ? (
        <div
          className="floating pointer-events-none absolute top-0 z-10 px-2.5 py-2 text-xs leading-[17px] whitespace-nowrap"
          style={tipPlace(left, width)}
        >
          <b className="block font-[650] text-ink-strong">{place.name}</b>
          {figuresOf(plot, place, language).map(({ name, words }) => (
            <span key={name} className={plot.barNames.length > 1 ? "flex justify-between gap-3" : "mr-2 last:mr-0"}>
              <span className="text-mut">{name}</span> <b>{words}</b>
            </span>
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** Beside the active place, on the side with more room. */
const tipPlace = (left: number, width: number) =>
  left > width / 2 ? { right: width - left + 14 } : { left: left + 14 };

type State = { current: Pick<PlotCanvasProps, "active" | "onActive"> };

function optionsOf(
  plot: PlotData,
  width: number,
  height: number,
  count: (value: number) => string,
  state: State,
): uPlot.Options {
  const { places } = plot;
  const line = lineOf(plot);
  const room = (width - Y_AXIS_PX) / places.length;
  const long = places.map(({ tick }) => tick);
  const ticks = widest(long) > room ? places.map(({ tick, shortTick }) => shortTick ?? tick) : long;
  const step = tickStep(places.length, width - Y_AXIS_PX, Math.max(ticks === long ? TICK_PX : 0, widest(ticks)));
  return {
    width,
    height,
    legend: { show: false },
    padding: [8, 0, 0, 0],
    cursor: {
      x: false,
      y: false,
      drag: { x: false, y: false },
      points: {
        // The bar shows by the band behind it that it is active.
        size: (_, series) => (series === line ? 9 : 0),
        width: (_, series) => (series === line ? 2 : 0),
        stroke: () => token("--accent"),
        fill: () => token("--surface"),
      },
    },
    scales: {
      x: { time: false, range: [-0.5, places.length - 0.5] },
      // The line's points at 100 % are drawn whole.
      y: { range: (_, __, highest) => [0, plot.percent ? 103 : Math.max(4, highest * 1.06)] },
    },
    axes: [
      {
        font: FONT,
        stroke: () => token("--mut"),
        size: 22,
        gap: 6,
        grid: { show: false },
        ticks: { show: false },
        splits: () => places.map((_, at) => at).filter((at) => at % step === 0),
        values: (_, splits) => splits.map((at) => ticks[at] ?? ""),
      },
      {
        font: FONT,
        stroke: () => token("--mut"),
        size: Y_AXIS_PX,
        gap: 8,
        space: 34,
        ...(plot.percent ? { splits: () => [0, 25, 50, 75, 100] } : {}),
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000],
        grid: { stroke: () => token("--line"), width: 1 },
        ticks: { show: false },
        values: (_, splits) => splits.map(count),
      },
    ],
    series: [
      {},
      ...plot.barNames.map((_, bar) => ({
        fill: SHADES[bar] ?? "",
        width: 0,
        points: { show: false },
        ...pathsOf(
          uPlot.paths.bars?.({
            radius: [0.14, 0],
            gap: plot.barNames.length > 1 ? 1 : 0,
            disp: besideOthers(plot, bar, room),
          }),
        ),
      })),
      {
        stroke: () => token("--accent"),
        width: 2,
        ...(plot.unjoined ? { paths: () => null } : {}),
        points: {
          show: plot.unjoined === true || places.length <= 62,
          size: plot.unjoined ? 8 : 5,
          fill: () => token("--accent"),
          stroke: () => token("--accent"),
        },
      },
    ],
    hooks: {
      drawClear: [(chart) => shade(chart, state.current.active)],
      setCursor: [
        (chart) => {
          const { idx } = chart.cursor;
          const over = (chart.cursor.left ?? -1) >= 0 && idx !== undefined;
          const next = over ? idx : null;
          if (next !== state.current.active) state.current.onActive(next);
        },
      ],
    },
  };
}

const pathsOf = (paths: uPlot.Series.PathBuilder | undefined) => (paths ? { paths } : {});

/** The left edge and the width of a bar, in places; `room`: the px of a place. */
function besideOthers({ barNames, places }: PlotData, bar: number, room: number) {
  const number = barNames.length;
  const width = Math.min((number > 1 ? SEVERAL_BARS : ONE_BAR) / number, WIDEST_BAR_PX / room);
  return {
    x0: { unit: SCALE_VALUE, values: () => places.map((_, at) => at + (bar - number / 2) * width) },
    size: { unit: SCALE_VALUE, values: () => [width] },
  };
}

/** The plot's own enumeration is gone when it is compiled. */
const SCALE_VALUE = 1 satisfies uPlot.Series.BarsPathBuilderFacetUnit.ScaleValue;

const PX_OF_A_LETTER = 7;
const widest = (ticks: readonly string[]) => Math.max(...ticks.map(({ length }) => length)) * PX_OF_A_LETTER + 10;

/** The band behind the active place. */
function shade(chart: uPlot, active: number | null): void {
  if (active === null) return;
  const { ctx, bbox } = chart;
  const left = chart.valToPos(active - 0.5, "x", true);
  const right = chart.valToPos(active + 0.5, "x", true);
  ctx.save();
  ctx.fillStyle = token("--accent-soft");
  ctx.fillRect(left, bbox.top, right - left, bbox.height);
  ctx.restore();
}
