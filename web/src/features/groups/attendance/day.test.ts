import { expect, it } from "vitest";
import { isDay } from "./day";

it("a day is one of the calendar", () => {
  const days = ["2026-11-20", "2028-02-29", "2026-02-29", "2026-02-31", "2026-13-01", "20.11.2026", "tomorrow", ""];
  expect(days.map(isDay)).toEqual([true, true, false, false, false, false, false, false]);
  expect(isDay(undefined)).toBe(false);
});
