import { describe, expect, it } from "vitest";
import { faultOf, kindOf, periodAround, stepped } from "./period";

const TODAY = "2026-11-26"; // a Thursday
const days = (fromDate: string, toDate: string) => ({ fromDate, toDate });

describe("a period of statistics (D-89)", () => {
  it("is a week from Monday or a month; the present one ends today", () => {
    expect(periodAround("week", TODAY, TODAY)).toEqual(days("2026-11-23", TODAY));
    expect(periodAround("month", TODAY, TODAY)).toEqual(days("2026-11-01", TODAY));
    expect(periodAround("week", "2026-11-22", TODAY)).toEqual(days("2026-11-16", "2026-11-22"));
    expect(periodAround("month", "2026-02-03", TODAY)).toEqual(days("2026-02-01", "2026-02-28"));
  });

  it("is known by its days, and other days by being neither", () => {
    expect(kindOf(days("2026-11-23", TODAY), TODAY)).toBe("week");
    expect(kindOf(days("2026-11-01", TODAY), TODAY)).toBe("month");
    expect(kindOf(days("2026-10-01", "2026-10-31"), TODAY)).toBe("month");
    expect(kindOf(days("2026-10-01", "2026-10-30"), TODAY)).toBe("other");
    // The first of June 2026 is a Monday.
    expect(kindOf(days("2026-06-01", "2026-06-01"), "2026-06-01")).toBe("month");
  });

  it("steps to the one before and after of its kind, other days by their number", () => {
    expect(stepped(days("2026-11-01", TODAY), -1, TODAY)).toEqual(days("2026-10-01", "2026-10-31"));
    expect(stepped(days("2026-10-01", "2026-10-31"), 1, TODAY)).toEqual(days("2026-11-01", TODAY));
    expect(stepped(days("2026-11-23", TODAY), -1, TODAY)).toEqual(days("2026-11-16", "2026-11-22"));
    expect(stepped(days("2026-10-05", "2026-10-14"), -1, TODAY)).toEqual(days("2026-09-25", "2026-10-04"));
    expect(stepped(days("2026-03-01", "2026-03-31"), -1, TODAY)).toEqual(days("2026-02-01", "2026-02-28"));
  });

  it("is at fault as an address may have it: beyond 366 days, or backwards", () => {
    expect(faultOf(days("2025-10-30", "2026-10-31"))).toBeNull();
    expect(faultOf(days("2025-10-29", "2026-10-31"))).toBe("tooLong");
    expect(faultOf(days(TODAY, TODAY))).toBeNull();
    expect(faultOf(days(TODAY, "2026-11-25"))).toBe("backwards");
  });
});
