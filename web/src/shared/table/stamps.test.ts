import { expect, it } from "vitest";
import { formatDate, formatDateTime } from "@/shared/text/calendar";
import { dayBefore, dayWords, instantDay, instantWords, stampOf } from "./stamps";

const INSTANTS = [
  "2026-11-20T19:30:00Z",
  "2026-01-01T00:00:00Z",
  "2026-07-01T18:59:59.999Z",
  "2024-02-28T21:05:00+05:00",
];

it("reads a clock as the calendar does, in any zone (D-6)", () => {
  for (const zone of ["Asia/Tashkent", "UTC", "America/New_York"]) {
    for (const instant of INSTANTS) {
      expect(instantDay(instant, zone)).toBe(formatDate(instant, zone));
      expect(instantWords(instant, zone)).toBe(formatDateTime(instant, zone));
    }
  }
  expect(stampOf("2026-11-20T19:00:00Z", "Asia/Tashkent")).toEqual({ day: "2026-11-21", time: "00:00" });
});

it("says nothing of what is no day", () => {
  expect([
    dayWords("2026-03-05"),
    dayWords(null),
    dayWords("x"),
    instantDay(null, "UTC"),
    instantWords("x", "UTC"),
  ]).toEqual(["05.03.2026", "", "", "", ""]);
});

it("knows the day before, over months and leap years", () => {
  expect(["2026-11-20", "2026-03-01", "2024-03-01", "2026-01-01"].map(dayBefore)).toEqual([
    "2026-11-19",
    "2026-02-28",
    "2024-02-29",
    "2025-12-31",
  ]);
});
