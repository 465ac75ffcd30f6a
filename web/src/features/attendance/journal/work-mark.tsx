/** A cell of homework and exam: the score or a sign in the colour of its result; a point for late, a frame for an exam. */
import { useTranslation } from "react-i18next";
import { cx } from "@/ui/cx";
import type { JournalCell } from "./journal-days";
import { ACCEPTED, NOT_DONE, NOT_GIVEN, REJECTED, type Result, resultOf, WAITING } from "./journal-works";

const LOOKS: Record<Result, string> = {
  [WAITING]: "bg-warn-soft text-warn",
  [REJECTED]: "bg-bad-soft text-bad",
  [ACCEPTED]: "bg-good-soft text-good",
  [NOT_DONE]: "text-bad",
  [NOT_GIVEN]: "text-mut",
};
const SIGNS: Record<Result, string> = {
  [WAITING]: "?",
  [REJECTED]: "✕",
  [ACCEPTED]: "✓",
  [NOT_DONE]: "✕",
  [NOT_GIVEN]: "/",
};
const CHIP = "relative grid h-[18px] min-w-7 place-items-center rounded-sm px-0.5 text-xs leading-none font-[650]";

/** Hidden from screen readers: the caller renders ``describeWork`` beside it. */
export function WorkMark({
  cell,
}: {
  cell: Pick<JournalCell, "homework" | "homeworkScore" | "homeworkLate" | "homeworkOpen" | "exam">;
}) {
  const result = resultOf(cell as JournalCell);
  const exam = cell.exam ?? null;
  return (
    <span aria-hidden className="grid gap-0.5 tabular-nums">
      {result === null ? null : (
        <span className={cx(CHIP, cell.homeworkOpen ? "text-mut" : LOOKS[result])}>
          {cell.homeworkOpen ? "…" : (cell.homeworkScore ?? SIGNS[result])}
          {cell.homeworkLate ? <span className="absolute -top-0.5 -right-0.5 size-1.5 rounded-full bg-warn" /> : null}
        </span>
      )}
      {exam === null ? null : <span className={cx(CHIP, "border border-line-strong text-ink-strong")}>{exam}</span>}
    </span>
  );
}

/** The same on paper, where there is no colour: 92, 80* handed in late, [88] of an exam. */
export function workSign(cell: Parameters<typeof WorkMark>[0]["cell"]): string {
  const result = resultOf(cell as JournalCell);
  const homework = result === null ? "" : cell.homeworkOpen ? "…" : String(cell.homeworkScore ?? SIGNS[result]);
  const late = homework !== "" && cell.homeworkLate ? "*" : "";
  const exam = cell.exam ?? null;
  return [homework + late, exam === null ? "" : `[${exam}]`].filter(Boolean).join(" ");
}

export const LEGEND = [
  { name: "accepted", cell: { homework: ACCEPTED, homeworkScore: 92 } },
  { name: "rejected", cell: { homework: REJECTED, homeworkScore: 45 } },
  { name: "waiting", cell: { homework: WAITING } },
  { name: "notDone", cell: { homework: NOT_DONE } },
  { name: "open", cell: { homework: NOT_DONE, homeworkOpen: true } },
  { name: "notGiven", cell: { homework: NOT_GIVEN } },
  { name: "late", cell: { homework: ACCEPTED, homeworkScore: 80, homeworkLate: true } },
  { name: "examScore", cell: { exam: 88 } },
] as const;

export function WorkLegend() {
  const { t } = useTranslation();
  return (
    <ul
      aria-label={t("journal.works.legend")}
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-xs text-mut"
    >
      {LEGEND.map(({ name, cell }) => (
        <li key={name} className="flex items-center gap-1.5">
          <WorkMark cell={cell as JournalCell} />
          {t(`journal.works.${name}`)}
        </li>
      ))}
    </ul>
  );
}
