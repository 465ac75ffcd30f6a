import { describe, expect, it } from "vitest";
import {
  adjacentMonths,
  countsIn,
  editPath,
  type GridLesson,
  type GridStudent,
  inListOrder,
  lessonInView,
  lessonToMark,
  monthQuery,
  nextCell,
  parseMonth,
} from "./attendance-month";

it("an address without a valid month requests the default one", () => {
  expect(["2026-11", "2026-13", "November", "", null].map(parseMonth)).toEqual([
    "2026-11",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it("a study month in the address precedes a calendar month, and invalid ones are ignored (R2-352)", () => {
  const parsed = (text: string) => monthQuery(new URLSearchParams(text));
  expect(parsed("month=2026-11&studyMonth=7")).toEqual({ studyMonthId: 7 });
  expect(parsed("month=2026-11&studyMonth=-1")).toEqual({ month: "2026-11" });
  expect(parsed("studyMonth=9999999999999999")).toEqual({});
});

const TODAY = "2026-11-20";
const lesson = (id: number, date: string, status: number, known: Partial<GridLesson> = {}): GridLesson => ({
  id,
  number: id,
  date,
  beginTime: "14:00",
  endTime: "15:30",
  staffId: 5,
  scheduleId: 7,
  status,
  marking: "none",
  students: 12,
  unmarked: 12,
  noClassReason: null,
  lateSentAt: null,
  ...known,
});

describe("the lesson to mark", () => {
  it("it is the current one", () => {
    expect(lessonToMark([lesson(1, TODAY, 3), lesson(2, TODAY, 2), lesson(3, TODAY, 1)], TODAY)?.id).toBe(2);
  });

  it("else it is an ended unmarked one of today; never a cancelled or upcoming one", () => {
    expect(lessonToMark([lesson(1, TODAY, 3), lesson(2, TODAY, 1)], TODAY)?.id).toBe(1);
    expect(lessonToMark([lesson(1, TODAY, 3, { marking: "marked" })], TODAY)).toBeUndefined();
    expect(
      lessonToMark([lesson(1, TODAY, 2, { marking: "no_class", noClassReason: "bayram" })], TODAY),
    ).toBeUndefined();
    expect(lessonToMark([lesson(1, "2026-11-18", 3)], TODAY)).toBeUndefined();
  });

  it("a half-marked lesson is still to be marked, and comes before a marked current one (D-157)", () => {
    const done = lesson(2, TODAY, 2, { marking: "marked", unmarked: 0 });
    const half = lesson(1, TODAY, 3, { marking: "partly", unmarked: 10 });
    expect(lessonToMark([half, done], TODAY)?.id).toBe(1);
    expect(lessonToMark([done], TODAY)?.id).toBe(2);
  });
});

it("R1-052: a lesson's screen is named by its schedule and day, or by itself", () => {
  expect(editPath("admin", 3, lesson(9, TODAY, 2))).toBe("/groups/3/staff/5/attendance/schedule/7/edit/2026-11-20");
  expect(editPath("academic", 3, lesson(9, TODAY, 2, { scheduleId: null }))).toBe(
    "/my-groups/3/staff/5/attendance/schedule/0/edit/2026-11-20?lessonId=9",
  );
});

it("today's lesson is scrolled into view, else the last that has begun", () => {
  const month = [lesson(1, "2026-11-16", 3), lesson(2, "2026-11-18", 3), lesson(3, "2026-11-23", 1)];
  expect(lessonInView(month, TODAY)).toBe(1);
  expect(lessonInView([...month, lesson(4, TODAY, 1)], TODAY)).toBe(3);
  expect(inListOrder(month).map((one) => one.lesson.id)).toEqual([2, 1, 3]);
});

it("paging stops at months with lessons", () => {
  const months = ["2026-12", "2026-09", "2026-11"];
  expect(adjacentMonths(months, "2026-11")).toEqual({ earlier: "2026-09", later: "2026-12" });
  expect(adjacentMonths(months, "2026-12")).toEqual({ earlier: "2026-11" });
});

it("unmarked cells are not counted", () => {
  const students = [1, 4, 2, null, 3].map((cell) => ({ cells: [cell] })) as unknown as GridStudent[];
  expect(countsIn(students, 0)).toEqual({ attended: 1, late: 1, absent: 1 });
});

it("arrow keys move among the cells and stay inside", () => {
  const size = { rows: 3, columns: 4 };
  expect(nextCell({ row: 0, column: 0 }, "ArrowDown", size)).toEqual({ row: 1, column: 0 });
  expect(nextCell({ row: 2, column: 3 }, "ArrowRight", size)).toEqual({ row: 2, column: 3 });
  expect(nextCell({ row: 1, column: 2 }, "Home", size)).toEqual({ row: 1, column: 0 });
  expect(nextCell({ row: 1, column: 2 }, "End", size)).toEqual({ row: 1, column: 3 });
  expect(nextCell({ row: 1, column: 2 }, "a", size)).toBeNull();
});
