import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderScreen } from "@/testing/render-screen";
import type { Journal, JournalCell, Show, View } from "./journal-days";
import { JournalPaper } from "./journal-paper";

const stats = {
  attended: 1,
  late: 0,
  absent: 1,
  attendancePercentage: 50,
  homeworkPercentage: 66.7,
} as Journal["additionalStats"];
const cell = (more: Partial<JournalCell>) => ({ attendance: 1, reason: null, ...more }) as JournalCell;
const student = (studentId: number, fullName: string, cells: JournalCell[]) =>
  ({ studentId, fullName, cells, additionalStats: stats }) as Journal["students"][number];
const day = (lessonId: number) => ({ lessonId, date: `2026-11-1${lessonId}`, additionalStats: stats });
const journal = {
  group: { id: 1, name: "Python 7" },
  fromDate: "2026-11-01",
  toDate: "2026-11-30",
  days: [day(1), day(2)],
  students: [
    student(5, "Aziza", [
      cell({ homework: 3, homeworkScore: 80, homeworkLate: true, exam: 88 }),
      cell({ attendance: 2, homework: 4, homeworkOpen: true }),
    ]),
    student(6, "Botir", [cell({ homework: 1 }), cell({ homework: 2, homeworkScore: 45 })]),
  ],
  additionalStats: stats,
} as Journal;

async function lines(view: View, show: Show = "all"): Promise<string[][]> {
  await renderScreen(() => <JournalPaper journal={journal} view={view} show={show} />);
  const rows = await screen.findAllByRole("row");
  return rows.map((row) => [...row.querySelectorAll("td")].map((one) => one.textContent ?? "")).slice(1);
}

describe("the journal on paper", () => {
  it("has homework and exams with their totals where the screen shows them (R2-052)", async () => {
    expect(await lines("homework")).toEqual([
      ["1", "Aziza", "80* [88]", "…", "1", "0", "0", "66,7%"],
      ["2", "Botir", "?", "45", "0", "1", "1", "66,7%"],
      ["", "Guruh bo'yicha", "67", "67", "1", "1", "1", "66,7%"],
    ]);
    expect(screen.getByRole("heading")).toHaveTextContent("Python 7 · Jurnal · Uyga vazifa · 01.11.2026 – 30.11.2026");
  });

  it("has attendance where the screen shows that", async () => {
    const [aziza] = await lines("attendance");
    expect(aziza?.slice(4)).toEqual(["1", "0", "1", "50,0%"]);
    expect(screen.getByRole("heading")).toHaveTextContent("Davomat");
  });

  it("counts the whole group in the group's line under a filter too (R2-052)", async () => {
    const all = await lines("homework", "waiting");
    expect(all.at(-1)?.slice(4)).toEqual(["1", "1", "1", "66,7%"]);
  });

  it("leaves out what the filter hides", async () => {
    expect((await lines("homework", "waiting")).map((line) => line.slice(1, 4))).toEqual([
      ["Botir", "?", ""],
      ["Guruh bo'yicha", "67", "67"],
    ]);
  });
});
