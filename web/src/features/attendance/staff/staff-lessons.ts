/** State of a teacher's own lesson: checked in, missed, now, upcoming; and the one open for check-in. */

import type { Answer } from "@/api/request";
import { toMillis } from "@/lib/dates";
import type { Tone } from "@/ui/display/status-tag";

export type StaffAttendances = Answer<"get", "/groups/{id}/staff-attendances">;
export type StaffMember = StaffAttendances["staff"][number];
export type StaffLesson = StaffMember["attendances"][number];

const LATE = 4;
export const ASSISTANT = 3;

type Standing = "onTime" | "late" | "missed" | "noClass" | "afterwards" | "now" | "ahead";

export const TONES: Record<Standing, Tone> = {
  onTime: "good",
  late: "warn",
  missed: "bad",
  noClass: "quiet",
  afterwards: "quiet",
  now: "info",
  ahead: "quiet",
};

/** The person before their colleagues. */
export const ownFirst = (staff: readonly StaffMember[]): StaffMember[] =>
  [...staff].sort((one, other) => Number(other.own) - Number(one.own));

/** `now`: an instant in milliseconds. */
export function attendanceState(lesson: StaffLesson, now: number): Standing {
  if (lesson.noClassReason !== null) return "noClass";
  if (lesson.status !== null) return lesson.status === LATE ? "late" : "onTime";
  if (lesson.madeAfterwards) return "afterwards";
  if (now >= toMillis(lesson.closes)) return "missed";
  return now >= toMillis(lesson.opens) ? "now" : "ahead";
}

/** Lessons open for check-in or past, the newest first; and upcoming ones, the nearest first. */
export function pastAndAhead(
  lessons: readonly StaffLesson[],
  now: number,
): { past: StaffLesson[]; ahead: StaffLesson[] } {
  const isAhead = (lesson: StaffLesson) => now < toMillis(lesson.opens);
  return { past: lessons.filter((lesson) => !isAhead(lesson)).reverse(), ahead: lessons.filter(isAhead) };
}

/** The person's own lesson that is open for check-in. */
export function lessonOfNow(staff: readonly StaffMember[], now: number): StaffLesson | undefined {
  const own = staff.filter((member) => member.own).flatMap((member) => member.attendances);
  return own.find((lesson) => attendanceState(lesson, now) === "now");
}
