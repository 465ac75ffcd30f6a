import { describe, expect, it } from "vitest";
import { typedDay } from "./typed-day";

describe("a day as it is typed", () => {
  it("is DD.MM.YYYY, taken with slashes and dashes too (R1-253, R2-319, D-6)", () => {
    expect(typedDay("05.03.2026")).toBe("2026-03-05");
    expect(typedDay(" 5.3.2026 ")).toBe("2026-03-05");
    expect(typedDay("5/3/2026")).toBe("2026-03-05");
    expect(typedDay("29-02-2028")).toBe("2028-02-29");
  });

  it("must be a day of the calendar", () => {
    for (const text of ["", "31.02.2026", "29.02.2026", "0.1.2026", "1.13.2026", "1.1.26", "2026-03-05", "1.1.0000"]) {
      expect(typedDay(text), text).toBeNull();
    }
  });
});
