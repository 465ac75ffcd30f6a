// D-24, D-26, D-47: the changes of a save are applied to the cached sheet as the server would return it
import { afterEach, expect, it } from "vitest";
import { cache, keyOf } from "@/api/cache";
import { type AttendanceSheet, type ChangedMarks, SHEET_PATHS, type SheetRow } from "../state/api-types";
import { applyChanges, applyToCachedSheet } from "./cached-sheet";

const LESSON = 3;
const EARLIER = "2026-11-20T09:00:00Z";
const NOW = "2026-11-20T09:05:00Z";
const QUEUED = { state: "queued", code: "", message: "", retryable: false } as const;
const FAILED = { state: "failed", code: "lesson_closed", message: "", retryable: true } as const;

const student = (studentId: number, known: Partial<SheetRow> = {}) =>
  ({
    studentId,
    status: null,
    reason: null,
    markedBy: null,
    markedAt: null,
    first: null,
    push: null,
    ...known,
  }) as SheetRow;
const marked = { status: 2, reason: 3, markedBy: "Ustoz", markedAt: EARLIER } as const;
const sheet = (version: number, students: SheetRow[]) =>
  ({ lesson: { id: LESSON, version, markedAt: null, markedBy: null }, students }) as unknown as AttendanceSheet;
const changed = (version: number, marks: ChangedMarks["marks"]): ChangedMarks => ({
  version,
  markedAt: NOW,
  markedBy: "Ofis",
  marks,
});

afterEach(() => cache.clear());

it("a first mark has no earlier value, and untouched rows stay unchanged", () => {
  const other = student(2, marked);
  const after = applyChanges(
    sheet(1, [student(1), other]),
    changed(2, [{ studentId: 1, status: 4, reason: 1, reasonIsDefault: false, push: QUEUED }]),
    "academic",
  );
  expect(after.lesson).toMatchObject({ version: 2, markedAt: NOW, markedBy: "Ofis" });
  expect(after.students[0]).toMatchObject({ status: 4, reason: 1, byOffice: false, first: null, push: QUEUED });
  expect(after.students[1]).toBe(other);
});

it("a correction keeps the first mark with its author and time, and drops the earlier answer of the school", () => {
  const made = changed(5, [{ studentId: 1, status: 1, reason: null, reasonIsDefault: false, push: null }]);
  const once = applyChanges(sheet(4, [student(1, { ...marked, push: FAILED })]), made, "admin");
  const first = { status: 2, reason: 3, by: "Ustoz", at: EARLIER };
  expect(once.students[0]).toMatchObject({
    status: 1,
    reason: null,
    byOffice: true,
    markedBy: "Ofis",
    first,
    push: null,
  });
  const twice = applyChanges(
    once,
    changed(6, [{ studentId: 1, status: 4, reason: 2, reasonIsDefault: false, push: null }]),
    "admin",
  );
  expect(twice.students[0]?.first).toEqual(first);
});

it.each([
  [1, 2, false],
  [2, 2, false],
  [3, 3, false],
  [0, 0, true],
])("shown at version %i, it is at %i after a save that made it 2", (before, after, again) => {
  const key = keyOf(SHEET_PATHS.academic, { query: { lessonId: LESSON } });
  cache.setQueryData(key, { forbidden: false, data: { sheet: sheet(before, [student(1)]) } });
  applyToCachedSheet(
    LESSON,
    changed(2, [{ studentId: 1, status: 1, reason: null, reasonIsDefault: false, push: null }]),
    "academic",
  );
  expect(cache.getQueryData<{ data: { sheet: AttendanceSheet } }>(key)?.data.sheet.lesson.version).toBe(after);
  expect(cache.getQueryState(key)?.isInvalidated).toBe(again);
});

it("the teacher's own check-in stays beside the sheet that a save changed (D-77)", () => {
  const key = keyOf(SHEET_PATHS.academic, { query: { lessonId: LESSON } });
  const checkIn = { opens: EARLIER, closes: NOW, status: null, at: null };
  cache.setQueryData(key, { forbidden: false, data: { sheet: sheet(1, [student(1)]), checkIn } });
  applyToCachedSheet(
    LESSON,
    changed(2, [{ studentId: 1, status: 1, reason: null, reasonIsDefault: false, push: null }]),
    "academic",
  );
  expect(cache.getQueryData<{ data: { checkIn: unknown } }>(key)?.data.checkIn).toEqual(checkIn);
});
