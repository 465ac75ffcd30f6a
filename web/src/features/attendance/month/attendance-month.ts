/** A month of a group's attendance: its lessons, which of them is to be marked, and moving among its cells. */
import type { Answer } from "@/api/request";
import { isToMark } from "@/entities/attendance/marking";
import { type Audience, homeOf } from "@/entities/groups/group-tabs";
import { askedStudyMonth } from "@/entities/groups/study-month";

export type Month = Answer<"get", "/groups/for-admin/{id}/attendances">;
export type GridLesson = Month["lessons"][number];
export type GridStudent = Month["students"][number];

/** Path of a lesson (D-68). */
const NOT_STARTED = 1;
const ACTIVE = 2;

export const isAhead = (lesson: GridLesson): boolean => lesson.status === NOT_STARTED;

type Placed = Pick<GridLesson, "id" | "staffId" | "scheduleId" | "date">;

/** The screen that marks a lesson (R1-052). A lesson that no line of the schedule made is named by itself. */
export function editPath(audience: Audience, groupId: number, lesson: Placed): string {
  const { staffId, scheduleId, date, id } = lesson;
  const path = `${homeOf(audience)}/${groupId}/staff/${staffId}/attendance/schedule/${scheduleId ?? 0}/edit/${date}`;
  return scheduleId === null ? `${path}?lessonId=${id}` : path;
}

export const isNow = (lesson: GridLesson): boolean => lesson.status === ACTIVE;

/**
 * The current lesson where it is to be marked, else one of today that has ended and is to be marked, else the current
 * one, to look at.
 */
export function lessonToMark(lessons: readonly GridLesson[], today: string): GridLesson | undefined {
  const held = lessons.filter((lesson) => lesson.noClassReason === null);
  const left = held.filter(isToMark);
  return left.find(isNow) ?? left.findLast((lesson) => lesson.date === today && !isAhead(lesson)) ?? held.find(isNow);
}

/** Lesson scrolled into view first: today's, else the last that has begun. */
export function lessonInView(lessons: readonly GridLesson[], today: string): number {
  const ofToday = lessons.findIndex((lesson) => lesson.date === today);
  return ofToday >= 0 ? ofToday : lessons.findLastIndex((lesson) => !isAhead(lesson));
}

/** "2026-11": the month in an address; an invalid one is ignored. */
export const parseMonth = (written: string | null): string | undefined =>
  written && /^\d{4}-(0[1-9]|1[0-2])$/.test(written) ? written : undefined;

/** Query for the month in an address; a study month precedes the calendar month (R2-352). */
export function monthQuery(search: URLSearchParams): { month?: string; studyMonthId?: number } {
  const studyMonthId = askedStudyMonth(search);
  const month = parseMonth(search.get("month"));
  return studyMonthId === undefined ? (month ? { month } : {}) : { studyMonthId };
}

/** The months before and after the one shown that have lessons. */
export function adjacentMonths(months: readonly string[], month: string): { earlier?: string; later?: string } {
  const all = [...months].sort();
  const earlier = all.findLast((one) => one < month);
  const later = all.find((one) => one > month);
  return { ...(earlier ? { earlier } : {}), ...(later ? { later } : {}) };
}

/** Counts of attended, absent and late in a lesson. */
export function countsIn(students: readonly GridStudent[], at: number) {
  const count = (status: number) => students.filter((student) => student.cells[at] === status).length;
  return { attended: count(1), late: count(4), absent: count(2) };
}

/** Lessons in the order of a phone's list: begun ones newest first, then upcoming ones. */
export function inListOrder(lessons: readonly GridLesson[]): { lesson: GridLesson; at: number }[] {
  const all = lessons.map((lesson, at) => ({ lesson, at }));
  return [...all.filter(({ lesson }) => !isAhead(lesson)).reverse(), ...all.filter(({ lesson }) => isAhead(lesson))];
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

/** The cell that a key leads to; null: the key is not one of moving. */
export function nextCell(
  from: { row: number; column: number },
  key: string,
  size: { rows: number; columns: number },
): { row: number; column: number } | null {
  const step = STEPS[key];
  if (!step) return null;
  const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at));
  return { row: within(from.row + step[0], size.rows), column: within(from.column + step[1], size.columns) };
}

/** Anybody of the class was marked, in whatever month: there are percentages. */
export const isMarked = ({ students }: Pick<Month, "students">): boolean =>
  students.some(({ attendancePercentage }) => attendancePercentage !== null);
