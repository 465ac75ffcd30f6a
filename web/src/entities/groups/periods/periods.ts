/** A student's period in a group with the fields its actions need, and the reads they invalidate. */
import type { Enrolment } from "@/api/types";

export type Period = Pick<
  Enrolment,
  | "studentGroupId"
  | "groupName"
  | "actionId"
  | "endedDate"
  | "groupStatus"
  | "groupStartedDate"
  | "groupEndedDate"
  | "version"
>;

export const ENROLMENT_READS = [
  "/students/{id}",
  "/student-groups/student/{id}",
  "/students/all",
  "/students/{id}/history",
  "/students/{id}/results",
  "/groups/for-admin/{id}/student",
  "/groups/for-academic/{id}/student",
  "/groups/for-admin/{id}/info",
  "/groups/for-academic/{id}/info",
  "/groups/all",
  // First and last day in the class
  "/groups/for-admin/{id}/attendances",
  "/groups/for-academic/{id}/attendances",
  "/attendance/for-admin/sheet",
  "/attendance/for-academic/sheet",
  "/journal/for-admin",
  "/journal/for-academic",
] as const;
