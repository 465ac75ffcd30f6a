// R2-066, D-106: what the study department notices on the teachers' statistics
import { act, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startSession } from "@/entities/access/session";
import { fakeClock } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { sample } from "@/testing/sample";
import { user } from "@/testing/user";
import { TeacherStatisticsScreen } from "./teachers-screen";

const HOUR = 3600;
const CALL = "/homework-statistics/teachers";
const figures = sample("TeachingFigures", {
  ...{ lessons: 44, lessonsWithHomework: 43, givenShare: 97.7, handIns: 812, checked: 800, checkedShare: 98.6 },
  ...{ medianSeconds: 5.2 * HOUR, worstSeconds: 21 * HOUR, waiting: 6, averageScore: 81.4, rejectedShare: 9.1 },
});
const late = { ...figures, medianSeconds: 31.2 * HOUR, waiting: 86, waitingOver24h: 20 };
const [sergeli, python] = [
  { id: 1, name: "Sergeli" },
  { id: 2, name: "Python" },
];
const teachers = [
  sample("TeacherFiguresRow", { id: 4, fullName: "Ergasheva Dilnoza", offices: [sergeli], courses: [python], figures }),
  sample("TeacherFiguresRow", { id: 5, fullName: "Musayev Botir", figures: late }),
];
const days = [17, 18].map((day) => ({ day: `2026-11-${day}`, handIns: day * 10, checked: day * 10 + 33 }));

function server({ path }: ApiCall): ApiReply {
  if (path === "/profile")
    return { data: { id: 1, login: "a", role: {}, offices: [], allOffices: true, timeZone: "Asia/Tashkent" } };
  if (path === CALL)
    return {
      data: {
        ...{ teachers, total: 38, summary: { ...late, handIns: 4812 }, days },
        previous: { fromDate: "2026-10-06", toDate: "2026-10-31", checkedShare: 91.7, medianSeconds: 11.2 * HOUR },
        recount: { at: "2026-11-25T22:10:00Z", fromDay: "2026-11-25", toDay: "2026-11-25", differences: 0 },
        ...{ fromDate: "2026-11-01", toDate: "2026-11-26" },
      },
    };
  if (path === "/homework-statistics/filter-objects")
    return { data: { offices: [sergeli], courses: [python], categories: [], teachers: [], sorts: [] } };
  if (path === `${CALL}/5`)
    return {
      data: sample("TeacherStatistics", {
        ...{ teacher: { id: 5, name: "Musayev Botir" }, figures: late, days },
        groups: [
          sample("TeachingGroup", {
            group: { id: 7, name: "Rus tili N1" },
            course: "Rus tili",
            office: "Sergeli",
            figures,
          }),
        ],
        weeks: [{ week: "2026-11-16", figures }],
      }),
    };
  return { data: { permissionObjects: [], views: [] } };
}

const queriesOf = (calls: ApiCall[]) => calls.filter((call) => call.path === CALL).map(({ query }) => query.toString());
const row = (name: RegExp) => screen.getByRole("row", { name });

async function open(at = "/study-department/teacher-statistics") {
  const calls = mockApi(server);
  await act(() => startSession());
  return { calls, ...(await renderScreen(TeacherStatisticsScreen, { at })) };
}

describe("the teachers' statistics", () => {
  beforeEach(() => {
    fakeClock();
    vi.setSystemTime("2026-11-26T09:00:00+05:00");
  });

  it("open with this month, the working teachers with most hand-ins first", async () => {
    const { calls } = await open();
    expect(queriesOf(calls)).toEqual([
      "page=1&perPage=10&orderBy=DESC&sortBy=handIns&active=true&fromDate=2026-11-01&toDate=2026-11-26",
    ]);
    expect(row(/Ergasheva/)).toHaveTextContent(/Sergeli · Python.*44.*43.*98%.*812.*98,6%.*5,2 soat.*21 soat.*6.*81,4/);
    expect(screen.getByText(/oxirgisi 26\.11\.2026 03:10, farq yo'q/)).toBeInTheDocument();
  });

  it("step by month, and go over to weeks, from the first page", async () => {
    const { calls, address } = await open("/study-department/teacher-statistics?page=3");
    await user.click(screen.getByRole("button", { name: "Oldingi davr" }));
    expect(address()).toBe("/study-department/teacher-statistics?from=2026-10-01&to=2026-10-31");
    expect(queriesOf(calls).at(-1)).toMatch(/^page=1&.*fromDate=2026-10-01&toDate=2026-10-31$/);
    await user.click(screen.getByRole("button", { name: "Keyingi davr" }));
    expect(address()).toBe("/study-department/teacher-statistics");
    expect(screen.getByRole("button", { name: "Keyingi davr" })).toBeDisabled();
    await user.click(screen.getByRole("radio", { name: "Hafta" }));
    expect(queriesOf(calls).at(-1)).toMatch(/fromDate=2026-11-23&toDate=2026-11-26$/);
  });

  it("keep the days of a too long period to be corrected, and say the limit (D-89)", async () => {
    const { address } = await open("/study-department/teacher-statistics?from=2024-01-01&to=2026-11-20");
    expect(screen.getByRole("alert")).toHaveTextContent("366");
    const first = screen.getByRole("textbox", { name: /Birinchi kun/ });
    await user.fill(first, "01.09.2026");
    await user.keyboard("{Enter}");
    expect(address()).toMatch(/from=2026-09-01&to=2026-11-20/);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("keep both days as they were chosen, and say alone why nothing is shown (D-89)", async () => {
    const { calls, address } = await open(
      "/study-department/teacher-statistics?from=2026-11-01&to=2026-11-20&days=other",
    );
    const reads = queriesOf(calls).length;
    const first = screen.getByRole("textbox", { name: /Birinchi kun/ });
    await user.fill(first, "25.11.2026");
    await user.keyboard("{Enter}");
    expect(address()).toMatch(/from=2026-11-25&to=2026-11-20/);
    expect(screen.getByRole("alert")).toHaveTextContent("Davr boshlanishidan oldin tugayapti");
    expect(first).toHaveFocus();
    expect(screen.queryByRole("table")).toBeNull();
    expect(screen.queryByText("38 ta")).toBeNull();
    expect(screen.queryByRole("button", { name: "Qayta urinish" })).toBeNull();
    expect(screen.getByRole("button", { name: "Oldingi davr" })).toBeDisabled();
    expect(queriesOf(calls)).toHaveLength(reads);
    await user.fill(first, "02.11.2026");
    await user.keyboard("{Enter}");
    expect(address()).toMatch(/from=2026-11-02&to=2026-11-20/);
    expect(row(/Ergasheva/)).toBeInTheDocument();
  });

  it("mark a teacher past a day, in words too, and no other", async () => {
    await open();
    expect(within(row(/Musayev/)).getByText(/86/)).toHaveTextContent("20 tasi 24 soatdan ortiq");
    expect(within(row(/Musayev/)).getByText("1,3 kun")).toHaveClass("text-warn");
    expect(within(row(/Ergasheva/)).queryByText(/24 soat/)).toBeNull();
  });

  it("end with a row of the totals of all teachers, not of the page", async () => {
    await open();
    expect(row(/^Jami|Jami, 38/)).toHaveTextContent(/Jami, 38 o'qituvchi.*4.812/);
  });

  it("are walked day by day on the plot by the keyboard, with the figures said and in a table", async () => {
    await open();
    const plot = screen.getByRole("slider", { name: "Kunlar bo'yicha topshirilgan va tekshirilgan vazifalar" });
    expect(plot).toHaveAttribute("aria-valuetext", "Chorshanba, 18-noyabr: Topshirilgan 180, Tekshirilgan 213");
    fireEvent.keyDown(plot, { key: "ArrowLeft" });
    fireEvent.keyDown(plot, { key: "ArrowLeft" });
    expect(plot).toHaveAttribute("aria-valuetext", "Seshanba, 17-noyabr: Topshirilgan 170, Tekshirilgan 203");
    const table = screen.getByRole("table", { name: /Kunlar bo'yicha/ });
    expect(within(table).getByRole("row", { name: "Chorshanba, 18-noyabr 180 213" })).toBeInTheDocument();
  });

  it("show one teacher by group and week beside the list, with the way to the group in the same days", async () => {
    const { calls } = await open("/study-department/teacher-statistics?from=2026-10-01&to=2026-10-31");
    await user.click(within(row(/Musayev/)).getByText("Musayev Botir"));
    const panel = within(await screen.findByRole("dialog"));
    expect(await panel.findByRole("link", { name: /Rus tili N1/ })).toHaveAttribute(
      "href",
      "/study-department/homeworks/7?from=2026-10-01&to=2026-10-31",
    );
    expect(panel.getByRole("row", { name: /16\.11\.2026 44 812 98,6% 5,2 soat/ })).toBeInTheDocument();
    expect(calls.find((call) => call.path === `${CALL}/5`)?.query.toString()).toBe(
      "fromDate=2026-10-01&toDate=2026-10-31",
    );
  });
});
