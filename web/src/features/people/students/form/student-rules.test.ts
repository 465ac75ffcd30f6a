import { describe, expect, it } from "vitest";
import { periodActions, startProblem } from "@/entities/groups/periods/period-rules";
import { type DOCUMENTS, emptyValues, toCreateRequest, toUpdateRequest } from "./student-form-values";
import { birthProblem, paperProblems } from "./student-rules";

const TODAY = "2026-05-15";
const papers = (given: Partial<Record<(typeof DOCUMENTS)[number], string>>) => ({
  passportSeries: "",
  passportNumber: "",
  personalId: "",
  birthCertificate: "",
  ...given,
});

describe("a birth date", () => {
  it.each([
    ["", "missing"],
    ["31.01", "format"],
    ["31.02.2007", "noSuchDay"],
    ["29.02.2023", "noSuchDay"],
    ["31.12.1899", "year"],
    ["01.01.1900", null],
    ["31.12.2024", null],
    ["01.01.2025", "year"],
  ])("%s: %s (R1-241, R1-257, D-19)", (typed, problem) => {
    expect(birthProblem(typed, TODAY)).toBe(problem);
  });

  it("a birth date is not in the future", () => {
    expect(birthProblem("16.05.2024", "2024-05-15")).toBe("future");
    expect(birthProblem("15.05.2024", "2024-05-15")).toBeNull();
  });
});

describe("papers", () => {
  it("documents are normalised before the check: spaces, dashes and the other keyboard", () => {
    expect(paperProblems(papers({}))).toEqual([]);
    expect(paperProblems(papers({ passportSeries: "аа", passportNumber: "123-45-67" }))).toEqual([]);
    expect(paperProblems(papers({ personalId: "6310107 0010018" }))).toEqual([]);
  });

  it.each<[Parameters<typeof papers>[0], string, string]>([
    [{ passportSeries: "AA", passportNumber: "123456" }, "passportNumber", "R1-238"],
    [{ passportSeries: "A", passportNumber: "1234567" }, "passportSeries", "R1-239"],
    [{ personalId: "6310107001001" }, "personalId", "R1-240"],
    [{ passportSeries: "AA", passportNumber: "12345S7" }, "passportNumber", "R1-250"],
    [{ passportSeries: "A1", passportNumber: "1234567" }, "passportSeries", "R1-251"],
    [{ passportSeries: "AAA", passportNumber: "1234567" }, "passportSeries", "R1-252"],
    [{ passportSeries: "AA" }, "passportNumber", "D-19"],
  ])("%j is rejected: %s (%s)", (given, problem) => {
    expect(paperProblems(papers(given))).toEqual([problem]);
  });

  it("documents are sent only where there are some, and of an existing student only where they were revealed (D-58)", () => {
    const values = emptyValues([4, 2]);
    expect(toCreateRequest(values)).not.toHaveProperty("papers");
    expect(toCreateRequest({ ...values, personalId: "63101070010018" }).papers).toMatchObject({
      personalId: "63101070010018",
    });
    expect(toUpdateRequest(values, 1, false)).not.toHaveProperty("papers");
    expect(toUpdateRequest(values, 1, true).papers).toEqual(papers({}));
  });
});

it("a photo is unchanged, removed, or the uploaded one", () => {
  const photoOf = (photo: string) => toUpdateRequest({ ...emptyValues([1]), photo }, 1, false);
  expect(photoOf("")).not.toHaveProperty("photo");
  expect(photoOf("none").photo).toBeNull();
  expect(photoOf("abc /api/files/abc?until=1").photo).toBe("abc");
});

describe("a period in a group", () => {
  const group = { groupStartedDate: "2026-05-01", groupEndedDate: "2026-07-01" };

  it("the start lies within the group's dates, both ends included (R1-222, R1-223)", () => {
    expect(startProblem("", group)).toBe("startRequired");
    expect(startProblem("31.02", group)).toBe("born.format");
    expect(startProblem("31.02.2026", group)).toBe("born.noSuchDay");
    expect(["30.04.2026", "02.07.2026"].map((day) => startProblem(day, group))).toEqual(Array(2).fill("startOutside"));
    expect(["01.05.2026", "01.07.2026"].map((day) => startProblem(day, group))).toEqual([null, null]);
    expect(startProblem("01.01.2020", { groupStartedDate: null, groupEndedDate: null })).toBeNull();
  });

  it("a period can be stopped while in progress, continued otherwise, and changed always (R1-201, R1-210)", () => {
    const going = { actionId: 1, endedDate: null, groupStatus: 2 };
    expect(periodActions(going, TODAY)).toEqual(["stop", "status"]);
    expect(periodActions({ ...going, actionId: 6, endedDate: TODAY }, TODAY)).toEqual(["stop", "status"]);
    expect(periodActions({ ...going, actionId: 2, endedDate: TODAY }, TODAY)).toEqual(["goOn", "status"]);
    expect(periodActions({ ...going, endedDate: "2026-05-14" }, TODAY)).toEqual(["goOn", "status"]);
    expect(periodActions({ actionId: 5, endedDate: TODAY, groupStatus: 3 }, TODAY)).toEqual(["status"]);
    expect(periodActions({ ...going, endedDate: "2026-05-14" }, TODAY, true)).toEqual(["status"]);
  });
});
