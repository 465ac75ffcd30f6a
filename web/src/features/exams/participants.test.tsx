import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { remember } from "@/api/storage";
import { type ApiCall, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { sample } from "@/testing/sample";
import { user } from "@/testing/user";
import type { ExamCard, WorkRow } from "./exam-paths";
import { numbersOf, Participants } from "./participants";

const AT = { audience: "academic", groupId: 3, staffId: 4, scheduleId: 5 } as const;
const work = (id: number, fullName: string, more: Partial<WorkRow> = {}) =>
  sample("ExamWorkRow", { id, fullName, studentId: id, claimedBy: null, result: null, attempts: 0, ...more });
const WORKS = [
  work(1, "Karimova Nodira", { attempts: 1, status: 4, claimedBy: { id: 7, name: "Aliyev Aziz" } }),
  work(2, "Umarova Zilola", { attempts: 1, status: 4, claimedBy: { id: 8, name: "Umarov Olim" } }),
  work(3, "Nazarov Bekzod", { attempts: 1, status: 2, score: 78, result: 4, failingText: "" }),
  work(4, "Rajabov Diyorbek", { status: 5 }),
];

const COUNTS = {
  participants: 18,
  handedIn: 15,
  waiting: 2,
  checked: 14,
  passed: 11,
  failed: 3,
  failedExam: 1,
  absent: null,
};

async function open(works: object[], at = "/") {
  remember("person", "staff", { id: 7 });
  const calls = mockApi(({ path }: ApiCall) => ({
    data: path.endsWith("/results") ? { works, total: works.length } : { reasons: [] },
  }));
  const exam = sample("ExamCard", { id: 9, announcedAt: null, counts: COUNTS }) as unknown as ExamCard;
  await renderScreen(() => <Participants at={AT} exam={exam} />, { at });
  return calls;
}
const row = (name: string) => within(screen.getByRole("row", { name: new RegExp(name) }));

describe("participants of an exam", () => {
  it("says of each what is known of the work (R2-038, D-69)", async () => {
    await open(WORKS);
    // open in one's own window: still to be checked
    expect(row("Karimova").getByText("Tekshirilmagan")).toBeTruthy();
    expect(row("Karimova").queryByText(/Aliyev/)).toBeNull();
    expect(row("Umarova").getByText("Tekshirilmoqda")).toBeTruthy();
    expect(row("Umarova").getByText("Umarov Olim tekshirmoqda")).toBeTruthy();
    expect(row("Nazarov").getByText("78")).toBeTruthy();
    expect(row("Rajabov").getByText("Topshirmagan")).toBeTruthy();
  });

  it("asks for the filter of the address and says that nobody is found", async () => {
    const calls = await open([], "/?shown=unchecked");
    expect(calls.find(({ path }) => path.endsWith("/results"))?.query.get("status")).toBe("1");
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("offers each filter with its number, and none that nobody knows yet (R2-038, H6)", async () => {
    await open(WORKS);
    await user.click(screen.getByRole("button", { name: /Kimlar ko'rinsin/ }));
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "Hammasi · 18",
      "Tekshirilmagan · 2",
      "Topshirmagan · 2",
      "O'tgan · 11",
      "O'tmagan · 2",
      "Yiqitilgan · 1",
    ]);
  });

  it("counts as the list filters: readers before the announcement, everybody after it (H6)", () => {
    const unknown = { checked: null, passed: null, failed: null, failedExam: null, absent: null };
    const reader = numbersOf({ announcedAt: null, counts: { ...COUNTS, ...unknown, waiting: 15 } });
    expect(reader).toEqual({
      unchecked: 15,
      notHandedIn: 3,
      passed: null,
      failed: null,
      failedExam: null,
      absent: null,
    });
    const announced = { ...COUNTS, waiting: 0, checked: 18, passed: 13, absent: 2 };
    const after = numbersOf({ announcedAt: "2026-11-25T09:00:00Z", counts: announced });
    expect([after.unchecked, after.notHandedIn, after.passed, after.failed, after.absent]).toEqual([0, 2, 13, 2, 2]);
  });
});
