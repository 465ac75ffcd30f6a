/** The course of a figure in a row of a table: a small line with its last point. Hidden from screen readers. */

const WIDTH = 44;
const HEIGHT = 20;

/** `values`: null where there is none. Needs two values at least. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const points = sparklinePoints(values, WIDTH, HEIGHT);
  const last = points.at(-1);
  return (
    <svg aria-hidden="true" width={WIDTH} height={HEIGHT} className="shrink-0 overflow-visible">
      {points.length > 1 ? (
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(" ")}
          fill="none"
          strokeWidth={1.3}
          strokeLinejoin="round"
          className="stroke-mut"
        />
      ) : null}
      {last ? <circle cx={last.x} cy={last.y} r={2.2} className="fill-accent" /> : null}
    </svg>
  );
}

interface Point {
  x: number;
  y: number;
}

/** Room at the edges for the line's width and the last point. */
const EDGE = 2.5;
const round = (value: number) => Math.round(value * 10) / 10;

/** From left to right, the highest at the top; places without a value are left out. */
export function sparklinePoints(values: readonly (number | null)[], width: number, height: number): Point[] {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  const numbers = known.map(({ value }) => value);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const across = (width - 2 * EDGE) / Math.max(1, values.length - 1);
  const down = height - 2 * EDGE;
  return known.map(({ at, value }) => ({
    x: round(EDGE + at * across),
    // One value, or equal ones, are a level line in the middle.
    y: round(most === least ? height / 2 : EDGE + down * (1 - (value - least) / (most - least))),
  }));
}
