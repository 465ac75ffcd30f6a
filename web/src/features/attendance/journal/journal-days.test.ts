import { describe, expect, it } from "vitest";
import { daysOf, isShown, type JournalStudent, matching, monthOf } from "./journal-days";

const cell = (attendance: number | null, reason: number | null = null) =>
  ({ attendance, reason, homework: null, homeworkScore: null, exam: null }) as JournalStudent["cells"][number];

describe("the days of a journal", () => {
  it("a span is a whole month, or three of them: never more than a hundred days", () => {
    expect(daysOf("2026-11", 1)).toEqual({ fromDate: "2026-11-01", toDate: "2026-11-30" });
    expect(daysOf("2028-02", 1)).toEqual({ fromDate: "2028-02-01", toDate: "2028-02-29" });
    expect(daysOf("2027-01", 3)).toEqual({ fromDate: "2026-11-01", toDate: "2027-01-31" });
    const days = ({ fromDate, toDate }: { fromDate: string; toDate: string }) =>
      (Date.parse(toDate) - Date.parse(fromDate)) / 86_400_000 + 1;
    expect(days(daysOf("2026-08", 3))).toBe(92);
  });

  it("the month is the requested one, else the current one, else the nearest with lessons", () => {
    expect(monthOf("2026-03", [], "2026-11-22")).toBe("2026-03");
    expect(monthOf("2026-13", ["2026-11"], "2026-11-22")).toBe("2026-11");
    expect(monthOf(null, ["2026-10", "2026-11", "2026-12"], "2026-11-22")).toBe("2026-11");
    expect(monthOf(null, ["2026-03", "2026-05"], "2026-11-22")).toBe("2026-05");
    expect(monthOf(null, ["2026-10", "2026-12"], "2026-11-22")).toBe("2026-10");
    expect(monthOf(null, [], "2026-11-22")).toBe("2026-11");
  });
});

describe("the journal's filter", () => {
  it("cells are shown all, missed only, or missed without a reason only", () => {
    const cells = [cell(1), cell(2, 3), cell(2, 2), cell(3), cell(4, 1), cell(5), cell(null)];
    expect(cells.filter((one) => isShown(one, "all"))).toHaveLength(7);
    expect(cells.map((one) => isShown(one, "missed"))).toEqual([false, true, true, false, true, false, false]);
    expect(cells.map((one) => isShown(one, "withoutReason"))).toEqual([false, true, false, false, false, false, false]);
  });

  it("students without a matching cell are left out", () => {
    const students = [{ cells: [cell(1)] }, { cells: [cell(4, 1)] }] as JournalStudent[];
    expect(matching(students, "all")).toHaveLength(2);
    expect(matching(students, "missed")).toEqual([students[1]]);
    expect(matching(students, "withoutReason")).toEqual([]);
  });
});
