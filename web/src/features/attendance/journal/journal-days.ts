/** Days and cells of a journal that are shown, and their labels. */
import type { TFunction } from "i18next";
import type { Answer } from "@/api/request";
import { type CellStatus, cellLabel } from "@/entities/attendance/cell-mark";
import { addMonths, endOfMonth, formatDate } from "@/lib/dates";

export type Journal = Answer<"get", "/journal/for-admin">;
export type JournalDay = Journal["days"][number];
export type JournalStudent = Journal["students"][number];
export type JournalCell = JournalStudent["cells"][number];
export type Stats = Journal["additionalStats"];

/** Number of months side by side: three are at most 92 days, the journal allows a hundred. */
export const SPANS = [1, 3] as const;
export type Span = (typeof SPANS)[number];

/** What the cells show: attendance, or homework and exams. */
export const VIEWS = ["attendance", "homework"] as const;
export type View = (typeof VIEWS)[number];

export const SHOWS = {
  attendance: ["all", "missed", "withoutReason"],
  homework: ["all", "waiting", "notAccepted"],
} as const;
export type Show = (typeof SHOWS)[View][number];

/** The totals of a line, by what is shown. */
export const COUNTS = {
  attendance: ["attended", "late", "absent"],
  homework: ["accepted", "waiting", "missing"],
} as const;

const ABSENT = 2;
const LATE = 4;
const WITHOUT_REASON = 3;
const [WORK_WAITING, WORK_REJECTED, WORK_NOT_DONE] = [1, 2, 4];
const REASONS = { 1: "onTheRoad", 2: "reasonable", 3: "withoutReason" } as const;

/** Days of so many months, ending with this one: `2026-11` alone, or with the two before it. */
export function daysOf(month: string, span: Span): { fromDate: string; toDate: string } {
  const first = `${month}-01`;
  return { fromDate: addMonths(first, 1 - span), toDate: endOfMonth(first) };
}

/** Month shown by default: the current one, or the nearest with lessons. */
export function monthOf(written: string | null, months: readonly string[], today: string): string {
  if (written && /^\d{4}-(0[1-9]|1[0-2])$/.test(written)) return written;
  const now = today.slice(0, 7);
  const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  const away = (month: string) => Math.abs(count(month) - count(now));
  return (
    [...months].sort().reduce<string | null>((best, one) => (best && away(best) <= away(one) ? best : one), null) ?? now
  );
}

/** True where a cell matches the filter. */
export function isShown(cell: JournalCell, show: Show): boolean {
  if (show === "all") return true;
  if (show === "waiting") return cell.homework === WORK_WAITING;
  if (show === "notAccepted")
    return cell.homework === WORK_REJECTED || (cell.homework === WORK_NOT_DONE && !cell.homeworkOpen);
  if (show === "missed") return cell.attendance === ABSENT || cell.attendance === LATE;
  return cell.attendance === ABSENT && cell.reason === WITHOUT_REASON;
}

/** Students with a matching cell. */
export const matching = (students: JournalStudent[], show: Show): JournalStudent[] =>
  show === "all" ? students : students.filter(({ cells }) => cells.some((cell) => isShown(cell, show)));

/** The percentage of what is shown; null without data. */
export const percentOf = (view: View, stats: Stats): number | null =>
  view === "homework" ? stats.homeworkPercentage : stats.attendancePercentage;

/** A narrow column has no room for tenths; the exact number is in the totals. */
export const wholePercent = (percent: number | null) => (percent === null ? "" : Math.round(percent));

/** Status of a cell; a lesson before the student's time in the group differs from an unmarked one (D-46). */
export const statusOf = (cell: JournalCell): CellStatus =>
  cell.attendance === null && cell.outside ? "outside" : (cell.attendance as CellStatus);

/** "kechikdi, yo'lda"; a reason that nobody chose has a question mark (D-24). */
export function describeCell(t: TFunction, cell: JournalCell): string {
  const word = cellLabel(statusOf(cell));
  const reason = REASONS[cell.reason as keyof typeof REASONS];
  if (!reason) return word;
  return `${word}, ${t(`attendance.reasons.${reason}`).toLowerCase()}${cell.reasonIsDefault ? "?" : ""}`;
}

/** "12-dars, 20.11.2026, 14:00". */
export const dayName = (t: TFunction, day: JournalDay): string =>
  t("journal.lesson", { number: day.number, day: formatDate(day.date), time: day.beginTime });

/** The lesson with its topic, or the reason why it was cancelled. */
export const dayLabel = (t: TFunction, day: JournalDay): string =>
  [dayName(t, day), day.noClassReason === null ? day.topic : t("journal.noClass", { reason: day.noClassReason })]
    .filter(Boolean)
    .join(" · ");
