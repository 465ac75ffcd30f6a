import type { ReactNode } from "react";
import { cx } from "@/ui/cx";

type ProgressProps = { percent: number | null; label: string; className?: string };

const clamp = (percent: number) => Math.max(0, Math.min(100, percent));
const roles = (percent: number | null, label: string) => ({
  role: "progressbar",
  "aria-label": label,
  "aria-valuemin": 0,
  "aria-valuemax": 100,
  ...(percent === null ? {} : { "aria-valuenow": Math.round(clamp(percent)) }),
});

/** Progress of long work; null: running, progress unknown. */
export function ProgressBar({ percent, label, className }: ProgressProps) {
  return (
    <div {...roles(percent, label)} className={cx("h-1.5 overflow-hidden rounded-full bg-line", className)}>
      <div
        className={cx("h-full rounded-full bg-bar transition-[width]", percent === null && "w-1/3 animate-pulse")}
        style={percent === null ? undefined : { width: `${clamp(percent)}%` }}
      />
    </div>
  );
}

const RADIUS = 44;
const LENGTH = 2 * Math.PI * RADIUS;

type CircleProps = ProgressProps & { size?: number; tone?: "bar" | "good" | "bad"; children?: ReactNode };

/** The same as a circle, with the number inside. */
export function ProgressCircle({ percent, label, size = 112, tone = "bar", children, className }: CircleProps) {
  const shown = percent === null ? 25 : clamp(percent);
  return (
    <div
      {...roles(percent, label)}
      className={cx("relative grid place-items-center", className)}
      style={{ width: size, height: size }}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        className={cx("absolute inset-0 -rotate-90", percent === null && "animate-spin")}
      >
        <circle cx="50" cy="50" r={RADIUS} fill="none" stroke="var(--line)" strokeWidth="8" />
        <circle
          cx="50"
          cy="50"
          r={RADIUS}
          fill="none"
          stroke={`var(--${tone})`}
          strokeWidth="8"
          strokeLinecap="round"
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - shown / 100)}
          className="transition-[stroke-dashoffset]"
        />
      </svg>
      <span className="font-[650] text-ink-strong" style={{ fontSize: Math.round(size * 0.18) }}>
        {children ?? (percent === null ? "…" : `${Math.floor(shown)}%`)}
      </span>
    </div>
  );
}
