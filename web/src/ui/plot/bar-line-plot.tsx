/** A plot of bars with a line, for the eye; a slider over its places for the keyboard, and a table for screen readers. */
import { type KeyboardEvent, type ReactNode, Suspense, useState } from "react";
import { useLanguage } from "@/i18n/use-language";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { cx } from "@/ui/cx";
import { beginOf, figuresOf, type PlotData, type PlotPlace, placeOfKey } from "./plot";

// The library of plots is fetched with the first one.
const PlotCanvas = lazyComponent(async () => (await import("./plot-canvas")).PlotCanvas, []);

type BarLinePlotProps = {
  plot: PlotData;
  height: number;
  /** Beside the legend: the figures of the whole. */
  head?: ReactNode;
};

export function BarLinePlot({ plot, height, head }: BarLinePlotProps) {
  const language = useLanguage();
  const [active, setActive] = useState<number | null>(null);
  const { places } = plot;
  const place = active === null ? undefined : places[active];
  const begin = beginOf(plot);
  const words = (shown: PlotPlace) =>
    `${shown.name}: ${figuresOf(plot, shown, language)
      .map(({ name, words }) => `${name} ${words}`)
      .join(", ")}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeOfKey(event.key, active, places.length, begin);
    if (next === null) return;
    event.preventDefault();
    setActive(next);
  };
  const shown = place ?? places[begin];
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-start justify-between gap-x-7 gap-y-2">
        {head ?? <span />}
        <Legend plot={plot} />
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={plot.label}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={places.length}
        aria-valuenow={(active ?? begin) + 1}
        aria-valuetext={shown && words(shown)}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(null)}
        className="relative rounded-md"
        style={{ height }}
      >
        <Suspense>
          <PlotCanvas plot={plot} height={height} active={place ? active : null} onActive={setActive} />
        </Suspense>
      </div>
      <PlotTable plot={plot} />
    </div>
  );
}

/** As `SHADES` of the canvas. */
const SHADES = ["bg-line-strong", "bg-mut/55", "bg-mut"];

function Legend({ plot: { barNames, lineName, unjoined } }: { plot: PlotData }) {
  return (
    <div aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
      {barNames.map((name, at) => (
        <span key={name} className="flex items-center gap-1.5">
          <span className={`size-2.5 rounded-[3px] ${SHADES[at]}`} />
          {name}
        </span>
      ))}
      <span className="flex items-center gap-1.5">
        <span
          data-mark={unjoined ? "point" : "line"}
          className={cx("rounded-full bg-accent", unjoined ? "size-2" : "h-[3px] w-3.5")}
        />
        {lineName}
      </span>
    </div>
  );
}

/** The figures of the plot, read out row by row. */
function PlotTable({ plot }: { plot: PlotData }) {
  const language = useLanguage();
  // A table keeps the width of its content, whatever its class says: the box around it clips it.
  return (
    <div className="sr-only">
      <table>
        <caption>{plot.label}</caption>
        <thead>
          <tr>
            <th scope="col">{plot.placeName}</th>
            {[...plot.barNames, plot.lineName].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plot.places.map((place, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
            <tr key={at}>
              <th scope="row">{place.name}</th>
              {figuresOf(plot, place, language).map(({ name, words }) => (
                <td key={name}>{words}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
