/** A cell of a history of lessons: a letter or a shape, and its colour besides (D-24). */
import { useTranslation } from "react-i18next";
import { say } from "@/i18n/texts";
import { cx } from "@/ui/cx";

/** Attended 1, absent 2, no class 3, late 4, ended 5; outside: not in the group then; null: not marked (D-46). */
export type CellStatus = 1 | 2 | 3 | 4 | 5 | "outside" | null;

const NAMES = { 1: "attended", 2: "absent", 3: "noClass", 4: "late", 5: "ended", outside: "outside" } as const;

const looks: Record<NonNullable<CellStatus>, string> = {
  1: "bg-good-soft text-good",
  2: "bg-bad-soft text-bad",
  3: "bg-quiet-soft text-quiet",
  4: "bg-warn-soft text-warn",
  5: "text-mut",
  outside: "text-mut",
};

/** A student's cells; a lesson before the student's time in the group differs from an unmarked one (D-48). */
export const cellsOf = (cells: readonly (number | null)[], outside: readonly boolean[]): CellStatus[] =>
  cells.map((cell, at) => (cell === null && outside[at] ? "outside" : (cell as CellStatus)));

/** Label of a cell in the current language. */
export const cellLabel = (status: CellStatus): string =>
  say(`attendance.cells.${status === null ? "unmarked" : NAMES[status]}`);

/** Letter or shape of a cell: readable without colour and on paper. */
export function cellSign(status: CellStatus): string {
  if (status === null) return "";
  return { 1: "·", 2: "✕", 3: "–", 4: say("attendance.lateLetter"), 5: "—", outside: "/" }[status];
}

/** Hidden from screen readers: the caller renders `cellLabel` beside it. */
export function CellMark({ status, large }: { status: CellStatus; large?: boolean }) {
  // Renders again on a change of language.
  useTranslation();
  return (
    <span
      aria-hidden
      className={cx(
        "grid shrink-0 place-items-center rounded-sm text-[10px] leading-none font-[650]",
        large ? "size-6 text-xs" : "size-4",
        status === null ? "border border-dashed border-line-strong" : looks[status],
      )}
    >
      {cellSign(status)}
    </span>
  );
}
