// D-25, D-70: without a connection the lesson begins and closes by this clock
import { expect, it } from "vitest";
import type { SheetLesson } from "./api-types";
import { takesNow } from "./takes-now";

const BEGINS = "2026-11-16T09:00:00Z";
const CLOSES = "2026-11-16T19:00:00Z";
const lesson = (takes: SheetLesson["takes"]) => ({ takes, begins: BEGINS, closes: CLOSES }) as SheetLesson;
const at = (time: string) => Date.parse(time);

it.each([
  ["2026-11-16T08:59:59Z", "not_begun", "not_begun"],
  ["2026-11-16T09:00:00Z", "open", "open"],
  ["2026-11-16T18:59:59Z", "open", "open"],
  ["2026-11-16T19:00:00Z", "late", "open"],
  ["2026-11-17T18:59:59Z", "late", "open"],
  ["2026-11-17T19:00:00Z", "over", "open"],
] as const)("at %s a teacher's save is %s, the office's %s", (time, teacher, office) => {
  expect(takesNow(lesson("not_begun"), "academic", at(time))).toBe(teacher);
  expect(takesNow(lesson("open"), "admin", at(time))).toBe(office);
});

it.each(["foreign", "outside_group", "over"] as const)("a lesson that is %s stays closed", (takes) => {
  expect(takesNow(lesson(takes), "academic", at(BEGINS))).toBe(takes);
});
