import { expect, it } from "vitest";
import { daysAfter, monthsAfter, weeksOf, within } from "./month-days";

it("lays a month out in weeks from Monday", () => {
  const weeks = weeksOf({ year: 2026, month: 11 });
  // the first of November 2026 is a Sunday
  expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
  expect(weeks[1]?.[0]).toBe("2026-11-02");
  expect(weeks.at(-1)).toEqual(["2026-11-30", null, null, null, null, null, null]);
  expect(weeksOf({ year: 2027, month: 2 }).flat()).toHaveLength(28);
});

it("goes over the ends of months and years, and of leap years", () => {
  expect(daysAfter("2026-12-31", 1)).toBe("2027-01-01");
  expect(daysAfter("2028-03-01", -1)).toBe("2028-02-29");
  expect(monthsAfter("2026-01-31", 1)).toBe("2026-02-28");
  expect(monthsAfter("2026-01-31", -2)).toBe("2025-11-30");
  expect(within("2026-01-01", "2026-02-01", "2026-03-01")).toBe("2026-02-01");
});
