import { expect, it } from "vitest";
import { daysOfPeriod } from "./period-fields";

it("offers today, this month and the last thirty days, each up to today (D-89)", () => {
  expect(daysOfPeriod("today", "2026-11-25")).toEqual({ from: "2026-11-25", to: "2026-11-25" });
  expect(daysOfPeriod("month", "2026-11-25")).toEqual({ from: "2026-11-01", to: "2026-11-25" });
  expect(daysOfPeriod("days30", "2026-11-25")).toEqual({ from: "2026-10-26", to: "2026-11-25" });
});
