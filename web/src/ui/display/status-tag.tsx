import type { ReactNode } from "react";
import { cx } from "@/ui/cx";

export type Tone = "good" | "warn" | "bad" | "info" | "quiet";

const tones: Record<Tone, string> = {
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  info: "bg-info-soft text-info",
  quiet: "bg-quiet-soft text-quiet",
};

/** A state as text; the colour only repeats it. */
export function StatusTag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 rounded-md px-2 py-px text-xs leading-[18px] font-[550] whitespace-nowrap",
        "before:size-1.5 before:shrink-0 before:rounded-full before:bg-current",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

/** A property that is no state: a kind, *our own*. */
export function PlainTag({ outlined, children }: { outlined?: boolean; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex items-center rounded-md px-2 py-px text-xs leading-[18px] font-[550] whitespace-nowrap text-ink-soft",
        outlined ? "bg-surface ring-1 ring-line-strong ring-inset" : "bg-quiet-soft",
      )}
    >
      {children}
    </span>
  );
}
