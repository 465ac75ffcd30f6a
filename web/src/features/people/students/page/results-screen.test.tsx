import { screen, within } from "@testing-library/react";
import { act } from "react";
import { describe, expect, it } from "vitest";
import { startSession } from "@/entities/access/session";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { sample } from "@/testing/sample";
import { ResultsScreen } from "./results-screen";

const exam = (id: number, rest: object) => ({
  id,
  resultId: id * 10,
  groupId: 3,
  studyMonths: ["1-oy", "2-oy"],
  beginsAt: "2026-09-01T19:30:00Z",
  announced: true,
  score: null,
  result: null,
  ...rest,
});

const result = sample("StudentResult", {
  studentGroupId: 1,
  groupId: 3,
  groupName: "N1",
  courseName: "Frontend",
  startedDate: "2026-01-05",
  endedDate: null,
  days: 10,
  outcome: 1,
  exams: [
    exam(1, { score: 86, result: 2 }),
    exam(2, { score: 30, result: 4 }),
    exam(3, { result: 3 }),
    exam(4, { announced: false, studyMonths: [] }),
    exam(5, { announced: false, score: 70 }),
  ],
});

async function open(rights: readonly string[], results: readonly object[] = [result]) {
  const permissionObjects = rights.map((right) => {
    const [module = "", option = ""] = right.split(":");
    return { name: module, permissions: [], children: [{ name: option, permissions: ["read"], children: [] }] };
  });
  const profile = { id: 1, login: "a", role: {}, offices: [], allOffices: true, timeZone: "Asia/Tashkent" };
  mockApi(({ path }) => ({
    data:
      {
        "/students/5": { student: sample("StudentCard", { id: 5 }) },
        "/students/5/results": { results },
        "/profile": profile,
        "/roles/permission-objects/mine": { permissionObjects },
      }[path] ?? {},
  }));
  await act(() => startSession());
  await renderScreen(ResultsScreen, { at: "/students/5/result", pattern: "/students/:id/result" });
}

const exams = () => within(screen.getByRole("list", { name: "Imtihonlar" })).getAllByRole("listitem");

describe("exams among a student's results (R1-078)", () => {
  it("each has months, day, score and result; one that waits says so (H6)", async () => {
    await open(["users:students"]);
    expect(exams().map((item) => [...item.children].map((part) => part.textContent))).toEqual([
      ["1-oy, 2-oy · 02.09.2026", "86 ballO'tgan"],
      ["1-oy, 2-oy · 02.09.2026", "30 ballYiqitilgan"],
      ["1-oy, 2-oy · 02.09.2026", "Qatnashmagan"],
      ["Imtihon · 02.09.2026", "Hali e'lon qilinmagan"],
      ["1-oy, 2-oy · 02.09.2026", "70 ballHali e'lon qilinmagan"],
    ]);
  });

  it.each([
    [["users:students", "all_groups:exam"], "/groups/3/staff/0/schedule/0/exam/10/result"],
    [["users:students", "my_groups:exam"], "/my-groups/3/staff/0/schedule/0/exam/10/result"],
    [["users:students"], undefined],
  ])("with %j the result's page is %s (D-54)", async (rights, path) => {
    await open(rights);
    const [first] = exams();
    expect(first?.querySelector("a")?.getAttribute("href") ?? undefined).toBe(path);
  });

  it("a period without exams has no list of them", async () => {
    await open(["users:students"], [{ ...result, exams: [] }]);
    expect(screen.queryByRole("list", { name: "Imtihonlar" })).toBeNull();
  });
});
