/** The rows on a phone: a card each, with the two or three facts that matter; the whole card opens the record. */
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/feedback/skeleton";
import type { RowSelection } from "./use-selection";

const card = "card flex min-h-16 w-full items-center gap-3 rounded-xl px-3 py-2.5 text-left";

interface CardsProps<R> {
  caption: string;
  rows: readonly R[] | undefined;
  rowId: (row: R) => number | string;
  card: (row: R) => ReactNode;
  /** The address that a card opens; without it `onOpen`, without both nothing. */
  href?: ((row: R) => string | undefined) | undefined;
  onOpen?: ((row: R) => void) | undefined;
  /** While rows are being selected, a card toggles itself instead. */
  selection?: RowSelection | undefined;
  old?: boolean;
}

export function Cards<R>({ caption, rows, rowId, card: content, href, onOpen, selection, old }: CardsProps<R>) {
  if (!rows) return <CardSkeletons />;
  return (
    <ul
      aria-label={caption}
      className={cx("grid grid-cols-[minmax(0,1fr)] gap-2", old && "opacity-60 transition-opacity")}
    >
      {rows.map((row, place) => (
        <li key={rowId(row)}>
          {selection ? (
            <TickedCard on={selection.has(Number(rowId(row)))} onToggle={() => selection.toggle(place)}>
              {content(row)}
            </TickedCard>
          ) : (
            <OpeningCard to={href?.(row)} onOpen={onOpen && (() => onOpen(row))}>
              {content(row)}
            </OpeningCard>
          )}
        </li>
      ))}
    </ul>
  );
}

type OpeningCardProps = { to: string | undefined; onOpen: (() => void) | undefined; children: ReactNode };

function OpeningCard({ to, onOpen, children }: OpeningCardProps) {
  if (to !== undefined)
    return (
      <Link to={to} className={card}>
        {children}
      </Link>
    );
  if (!onOpen) return <div className={card}>{children}</div>;
  return (
    <button type="button" className={card} onClick={onOpen}>
      {children}
    </button>
  );
}

function TickedCard({ on, onToggle, children }: { on: boolean; onToggle: () => void; children: ReactNode }) {
  return (
    <button type="button" aria-pressed={on} onClick={onToggle} className={cx(card, on && "bg-accent-soft")}>
      <span
        aria-hidden
        className={cx(
          "grid size-5 shrink-0 place-items-center rounded-sm border",
          on ? "border-accent bg-accent text-on-accent" : "border-line-strong bg-surface",
        )}
      >
        {on ? <Check size={15} strokeWidth={2.4} /> : null}
      </span>
      {children}
    </button>
  );
}

function CardSkeletons() {
  return (
    <div aria-hidden className="grid gap-2">
      {["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => (
        <div key={key} className={card}>
          <Skeleton className="size-8 rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-3 w-24" />
          </span>
        </div>
      ))}
    </div>
  );
}

/** The usual content of a card: a title, a line about it, and its state at the right. */
export function CardBody({
  lead,
  title,
  line,
  aside,
}: {
  lead?: ReactNode;
  title: ReactNode;
  line?: ReactNode;
  aside?: ReactNode;
}) {
  return (
    <>
      {lead}
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-[550] text-ink-strong [overflow-wrap:anywhere]">{title}</span>
        {line ? <span className="line-clamp-2 text-xs text-mut">{line}</span> : null}
      </span>
      {aside}
    </>
  );
}
