/** Periods of the study department's statistics: a week, a month or other days, both ends included (D-89). */
import { addDays, addMonths, endOfMonth, toMillis, weekdayOf } from "@/lib/dates";
import type { Days } from "./place";

export const KINDS = ["week", "month", "other"] as const;
export type PeriodKind = (typeof KINDS)[number];

/** Days between the ends of the longest period (D-89). */
export const LONGEST = 366;

const monday = (day: string) => addDays(day, 1 - weekdayOf(day));
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;
const earlier = (one: string, other: string) => (one < other ? one : other);

/** The week or month of a day; the present one ends today. */
export function periodAround(kind: "week" | "month", day: string, today: string): Days {
  const fromDate = kind === "week" ? monday(day) : firstOfMonth(day);
  const end = kind === "week" ? addDays(fromDate, 6) : endOfMonth(day);
  return { fromDate, toDate: fromDate <= today ? earlier(end, today) : end };
}

const same = (one: Days, other: Days) => one.fromDate === other.fromDate && one.toDate === other.toDate;

export function kindOf(days: Days, today: string): PeriodKind {
  // On the first day of a month that is a Monday both are one day long: the month is the usual one.
  const named = (["month", "week"] as const).find((kind) => same(periodAround(kind, days.fromDate, today), days));
  return named ?? "other";
}

const DAY_MS = 86_400_000;
const lengthOf = ({ fromDate, toDate }: Days): number => (toMillis(toDate) - toMillis(fromDate)) / DAY_MS + 1;

/** What the server refuses: more days than the longest period, or an end before the beginning. */
export function faultOf(days: Days): "tooLong" | "backwards" | null {
  const length = lengthOf(days);
  return length > LONGEST + 1 ? "tooLong" : length < 1 ? "backwards" : null;
}

/** The period before (-1) or after (1): of the same kind, or as many days. */
export function stepped(days: Days, by: 1 | -1, today: string): Days {
  const kind = kindOf(days, today);
  if (kind === "month") return periodAround("month", addMonths(firstOfMonth(days.fromDate), by), today);
  if (kind === "week") return periodAround("week", addDays(days.fromDate, 7 * by), today);
  const length = lengthOf(days);
  return { fromDate: addDays(days.fromDate, length * by), toDate: addDays(days.toDate, length * by) };
}
