import { cx } from "@/ui/cx";

/** Placeholder in the size of the coming content, so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        "block rounded-md bg-[linear-gradient(90deg,var(--hover),var(--line),var(--hover))] bg-[length:200%_100%] animate-shimmer",
        className ?? "h-4 w-full",
      )}
    />
  );
}

const widths = ["w-full", "w-5/6", "w-2/3", "w-3/4"];

/** A few placeholder lines of text. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <div className="grid gap-3" aria-hidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
        <Skeleton key={line} className={cx("h-4", widths[line % widths.length])} />
      ))}
    </div>
  );
}
