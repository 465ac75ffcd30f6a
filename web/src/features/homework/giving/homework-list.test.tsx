// R2-343: what a teacher reads of each homework in a group's list
import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeClock } from "@/testing/clock";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { HomeworkList } from "./homework-list";

const AT = { audience: "academic", groupId: 7, staffId: 1, scheduleId: 2 } as never;
const counts = { given: 10, waiting: 0, rejected: 1, accepted: 9, uncompleted: 0, notGiven: 0 };
const row = { id: 1, topic: "Satrlar", description: "", lessonId: 5, lessonNumber: 3, lessonDate: "2026-11-24" };
const past = { ...row, deadline: "2026-11-25T10:00:00Z", variants: 0, averageScore: 74, handedIn: 10, counts };

beforeEach(() => {
  fakeClock();
  vi.setSystemTime("2026-11-26T09:00:00+05:00");
});

it("a homework says what each of its figures counts, in the same words before and after its deadline", async () => {
  mockApi(() => ({ data: { permissionObjects: [], views: [] } }));
  const none = { ...counts, rejected: 0, accepted: 0, uncompleted: 10 };
  const open = { ...past, id: 2, deadline: "2026-11-28T10:00:00Z", averageScore: null, handedIn: 0, counts: none };
  const waiting = { ...past, id: 3, counts: { ...counts, waiting: 1, rejected: 0 } };
  const rows = [past, open, waiting] as never;
  await renderScreen(() => <HomeworkList at={AT} rows={rows} totals={{ waiting: 1, works: 1, checked: 2 }} />);
  const [third, first, second] = screen.getAllByRole("link");
  expect(first).toHaveTextContent(/o'rtacha 74 · 10 \/ 10 talaba topshirgan\s*9 \/ 10 ish qabul qilingan/);
  expect(second).toHaveTextContent(/gacha · 0 \/ 10 talaba topshirgan\s*0 \/ 10 ish qabul qilingan/);
  expect(third).toHaveTextContent(/10 \/ 10 talaba topshirgan\s*1 ish kutmoqda/);
});
