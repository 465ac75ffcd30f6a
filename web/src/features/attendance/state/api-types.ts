/** Types of the attendance sheet calls (contracts/attendance/attendance_sheets.py). */
import type { Answer, Body } from "@/api/request";

export type Audience = "admin" | "academic";

export type AttendanceSheet = Answer<"get", "/attendance/for-admin/sheet">["sheet"];
export type SheetLesson = AttendanceSheet["lesson"];
export type SheetRow = AttendanceSheet["students"][number];
export type SaveBody = Body<"put", "/attendance/save-for-admin">;
export type SavedAttendance = Answer<"put", "/attendance/save-for-admin">;
export type ChangedMarks = NonNullable<SavedAttendance["changed"]>;
export type RejectedMark = SavedAttendance["refused"][number];
export type RejectedPush = Answer<"get", "/attendance/pushes/{id}">["refused"][number];

export const SHEET_PATHS = {
  admin: "/attendance/for-admin/sheet",
  academic: "/attendance/for-academic/sheet",
} as const;
export const SAVE_PATHS = { admin: "/attendance/save-for-admin", academic: "/attendance/save-for-academic" } as const;
/** Reads that show marks and are stale after a save. */
export const STALE_AFTER_SAVE = [
  "/groups/for-admin/{id}/attendances",
  "/groups/for-academic/{id}/attendances",
] as const;
