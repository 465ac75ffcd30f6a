/** Applies the changes of a save to the cached sheet: the server does not return the class again (D-24, D-47). */
import { cache, invalidate } from "@/api/cache";
import { type AttendanceSheet, type Audience, type ChangedMarks, SHEET_PATHS, type SheetRow } from "../state/api-types";
import { storedMark } from "../state/sheet-state";

/** The sheet after the save; it is of the version before. */
export function applyChanges(sheet: AttendanceSheet, changed: ChangedMarks, audience: Audience): AttendanceSheet {
  const { version, markedAt, markedBy } = changed;
  const marks = new Map(changed.marks.map((mark) => [mark.studentId, mark]));
  const students = sheet.students.map((row): SheetRow => {
    const mark = marks.get(row.studentId);
    if (!mark) return row;
    return {
      ...row,
      ...mark,
      markedAt,
      markedBy,
      own: true,
      byOffice: audience === "admin",
      first: firstOf(row, mark),
    };
  });
  return { lesson: { ...sheet.lesson, version, markedAt, markedBy }, students };
}

/** First mark of a row, once it is corrected; choosing the reason that was there as a default corrects nothing. */
function firstOf(row: SheetRow, mark: ChangedMarks["marks"][number]): SheetRow["first"] {
  const was = storedMark(row);
  if (row.first || !was || !row.markedAt) return row.first;
  const { status, reason } = was;
  if (status === mark.status && reason === mark.reason) return null;
  return { status, reason, by: row.markedBy, at: row.markedAt };
}

type Shown = { forbidden: boolean; data?: { sheet: AttendanceSheet } };

function replaceShown(lessonId: number, next: (sheet: AttendanceSheet) => AttendanceSheet): void {
  for (const path of Object.values(SHEET_PATHS)) {
    cache.setQueriesData<Shown>({ queryKey: [path] }, (old) =>
      old?.data?.sheet.lesson.id === lessonId ? { ...old, data: { ...old.data, sheet: next(old.data.sheet) } } : old,
    );
  }
}

/** The cached sheet of the lesson; null: none. */
export function cachedSheet(lessonId: number): AttendanceSheet | null {
  const shown = Object.values(SHEET_PATHS).flatMap((path) => cache.getQueriesData<Shown>({ queryKey: [path] }));
  return shown.map(([, answer]) => answer?.data?.sheet).find((sheet) => sheet?.lesson.id === lessonId) ?? null;
}

/** Replaces the cached sheet of the lesson. */
export function replaceCachedSheet(sheet: AttendanceSheet): void {
  replaceShown(sheet.lesson.id, () => sheet);
}

/** Applies the changes to the cached sheet of the lesson; an older one is refetched. */
export function applyToCachedSheet(lessonId: number, changed: ChangedMarks, audience: Audience): void {
  let missed = false;
  replaceShown(lessonId, (sheet) => {
    const { version } = sheet.lesson;
    missed ||= version < changed.version - 1;
    return version === changed.version - 1 ? applyChanges(sheet, changed, audience) : sheet;
  });
  if (missed) void invalidate(SHEET_PATHS.admin, SHEET_PATHS.academic);
}
