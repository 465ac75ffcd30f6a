/** What the sheet of a lesson consists of, as the API tells it (contracts/attendance/attendance_sheets.py). */
import type { Answer, Body } from "@/api/request";

export type Audience = "admin" | "academic";

export type Sheet = Answer<"get", "/attendance/for-admin/sheet">["sheet"];
export type SheetLesson = Sheet["lesson"];
export type SheetRow = Sheet["students"][number];
export type SaveBody = Body<"put", "/attendance/save-for-admin">;
export type SavedAttendance = Answer<"put", "/attendance/save-for-admin">;
export type ChangedMarks = NonNullable<SavedAttendance["changed"]>;
export type RefusedMark = SavedAttendance["refused"][number];
export type RefusedPush = Answer<"get", "/attendance/pushes/{id}">["refused"][number];

export const SHEET = { admin: "/attendance/for-admin/sheet", academic: "/attendance/for-academic/sheet" } as const;
export const SAVE = { admin: "/attendance/save-for-admin", academic: "/attendance/save-for-academic" } as const;
/** What shows marks and is stale once some are saved. */
export const SHOWN_ELSEWHERE = ["/groups/for-admin/{id}/attendances", "/groups/for-academic/{id}/attendances"] as const;
