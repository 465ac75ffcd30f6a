/** Client-side checks of a student's period in a group. */
import type { Enrolment } from "@/api/types";
import { dateProblem, parseDate } from "@/lib/dates";

const GROUP_ENDED = 3;
// Statuses of a student in the group: active, and not counted in statistics (D-62).
const GOING_ON = [1, 6];

/** Why a start will not do: it is required, and lies within the group's own days, both included (R1-222, R1-223). */
export function startProblem(
  typed: string,
  { groupStartedDate: from, groupEndedDate: to }: Pick<Enrolment, "groupStartedDate" | "groupEndedDate">,
): "startRequired" | "startOutside" | "born.format" | "born.noSuchDay" | null {
  if (!typed.trim()) return "startRequired";
  const problem = dateProblem(typed);
  if (problem) return `born.${problem}`;
  const day = parseDate(typed) ?? "";
  return (from && day < from) || (to && day > to) ? "startOutside" : null;
}

type Period = Pick<Enrolment, "actionId" | "endedDate" | "groupStatus">;

/** True while the student is in the group, today or from a later day. */
export const isInGroup = (period: Period, today: string): boolean =>
  GOING_ON.includes(period.actionId) && (period.endedDate === null || period.endedDate >= today);

/**
 * Actions on a period: a student in the group can stop; one outside can continue, unless the group is over or another
 * period holds the student; the status can always change.
 */
export function periodActions(period: Period, today: string, isBack = false): ("stop" | "goOn" | "status")[] {
  if (isInGroup(period, today)) return ["stop", "status"];
  return isBack || period.groupStatus === GROUP_ENDED ? ["status"] : ["goOn", "status"];
}
