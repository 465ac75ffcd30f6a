// R2-042, R2-059, D-89: what the study department notices on a student's homework statistics
import { act, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startSession } from "@/entities/access/session";
import { fakeClock } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { DepartmentStudentScreen } from "./student-screen";

const PAGE = "/study-department/homeworks/7/student/9";
const CALL = "/homework-statistics/groups/7/students/9";
const counts = { given: 2, accepted: 2, waiting: 0, rejected: 0, uncompleted: 0, notDue: 0, notGiven: 0 };

function server({ path }: ApiCall): ApiReply {
  if (path === "/profile") return { data: { id: 1, login: "a", role: {}, offices: [], timeZone: "Asia/Tashkent" } };
  if (path !== CALL) return { data: { permissionObjects: [], views: [] } };
  const group = { id: 7, name: "Ingliz tili: Upper-Intermediate 15:00" };
  const figures = { counts, averageScore: 63.7, percentage: 100 };
  return { data: { student: { id: 9, name: "Aliyeva Lola" }, group, figures, works: [] } };
}

async function open(days = "start/2026-11-01/end/2026-11-26") {
  const calls = mockApi(server);
  await act(() => startSession());
  const pattern = "/study-department/homeworks/:id/student/:studentId/start/:startDateId/end/:endDate";
  const screen = await renderScreen(DepartmentStudentScreen, { at: `${PAGE}/${days}`, pattern });
  return { ...screen, reads: () => calls.filter(({ path }) => path === CALL).length };
}

describe("a student's homework statistics", () => {
  beforeEach(() => {
    fakeClock();
    vi.setSystemTime("2026-11-26T09:00:00+05:00");
  });

  it("name the student, and the group in full", async () => {
    await open();
    expect(screen.getByRole("heading", { level: 1, name: "Aliyeva Lola" })).toBeInTheDocument();
    expect(screen.getByText("Ingliz tili: Upper-Intermediate 15:00")).toBeInTheDocument();
  });

  it.each([
    ["01.01.2024", "2024-01-01", /366 kundan oshmasin/],
    ["28.11.2026", "2026-11-28", /boshlanishidan oldin tugayapti/],
  ])("keep the last day when the first becomes %s, and say alone what is wrong", async (typed, day, words) => {
    const { address, reads } = await open();
    const first = screen.getByRole("textbox", { name: /Birinchi kun/ });
    await user.fill(first, typed);
    await user.keyboard("{Enter}");
    expect(address()).toBe(`${PAGE}/start/${day}/end/2026-11-26`);
    expect(screen.getByRole("alert")).toHaveTextContent(words);
    expect(screen.getByRole("heading", { level: 1, name: "Aliyeva Lola" })).toBeInTheDocument();
    expect(screen.queryByText("Bu davrda uyga vazifa yo'q")).toBeNull();
    expect(reads()).toBe(1);
    await user.fill(first, "01.10.2026");
    await user.keyboard("{Enter}");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByText("Bu davrda uyga vazifa yo'q")).toBeInTheDocument();
  });
});
