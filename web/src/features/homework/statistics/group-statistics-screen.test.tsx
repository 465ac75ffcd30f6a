// R2-041, R2-058, R2-195: what the study department notices on a group's homework
import { act, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startSession } from "@/entities/access/session";
import { fakeClock } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { sample } from "@/testing/sample";
import { user } from "@/testing/user";
import { DepartmentGroupScreen } from "./group-statistics-screen";

const PAGE = "/study-department/homeworks/7";
const counts = { given: 8, accepted: 2, waiting: 0, rejected: 1, uncompleted: 2, notDue: 3, notGiven: 0 };
const figures = { counts, averageScore: 63.7, percentage: 40 };
const days = { fromDate: "2026-10-27", toDate: "2026-11-26" };
const study = {
  name: "study",
  permissions: ["read"],
  children: [{ name: "homework_statistics", permissions: ["read"], children: [] }],
};

function server({ path, query }: ApiCall): ApiReply {
  if (path === "/profile") return { data: { id: 1, login: "a", role: {}, offices: [], timeZone: "Asia/Tashkent" } };
  if (path === "/homework-statistics/groups/7") {
    const month = query.get("studyMonthId") ? { fromDate: "2026-09-01", toDate: "2026-09-29" } : days;
    const head = { group: { id: 7, name: "Python 3-1" }, homework: 2, lessons: 1, figures };
    return { data: { ...head, ...month, studyMonths: [{ id: 4, name: "1-oy" }] } };
  }
  if (path.endsWith("/students"))
    return { data: { students: [sample("StudentFigures", { studentId: 9, fullName: "Aliyeva", figures })], total: 1 } };
  if (path.endsWith("/lessons")) {
    const lesson = { id: 5, number: 12, date: "2026-11-24", beginTime: "09:00", endTime: "11:00" };
    return { data: { lessons: [{ homeworkId: 6, lesson, topic: "Satrlar", reminders: 0, figures }], total: 1 } };
  }
  return { data: { permissionObjects: [study], views: [] } };
}

async function open(query = "") {
  mockApi(server);
  await act(() => startSession());
  return renderScreen(DepartmentGroupScreen, { at: `${PAGE}${query}`, pattern: "/study-department/homeworks/:id" });
}

const row = (name: RegExp) => screen.getByRole("row", { name });

describe("a group's homework statistics", () => {
  beforeEach(() => {
    fakeClock();
    vi.setSystemTime("2026-11-26T09:00:00+05:00");
  });

  it("name their group in the heading, of students and of lessons", async () => {
    await open();
    const heading = { level: 1, name: "Python 3-1: uyga vazifa statistikasi" };
    expect(screen.getByRole("heading", heading)).toBeInTheDocument();
    await user.click(screen.getByRole("radio", { name: "Darslar" }));
    expect(screen.getByRole("heading", heading)).toBeInTheDocument();
  });

  it("show what is not due yet apart from what is not handed in", async () => {
    await open();
    // D-79: accepted, waiting, rejected, uncompleted, not due yet; the share is of all but the last
    expect(row(/Aliyeva/)).toHaveTextContent(/63,7\s*2\s*0\s*1\s*2\s*3\s*40,0%/);
    const tile = screen.getByText("Muddati o'tmagan", { selector: "dt" });
    expect(tile.previousSibling ?? tile.nextSibling).toHaveTextContent("3");
  });

  it("open a student's page by a click anywhere in the row, and by Enter", async () => {
    const student = `${PAGE}/student/9/start/2026-10-27/end/2026-11-26`;
    const clicked = await open();
    await user.click(row(/Aliyeva/).lastElementChild?.previousElementSibling as HTMLElement);
    expect(clicked.address()).toBe(student);
    await clicked.back();
    act(() => row(/Aliyeva/).focus());
    await user.keyboard("{Enter}");
    expect(clicked.address()).toBe(student);
  });

  it("open the student's page with the days of the chosen study month", async () => {
    const { address } = await open("?studyMonth=4");
    await user.click(row(/Aliyeva/).lastElementChild?.previousElementSibling as HTMLElement);
    expect(address()).toBe(`${PAGE}/student/9/start/2026-09-01/end/2026-09-29`);
  });

  it("say alone what is wrong with the chosen days (D-89)", async () => {
    const { address } = await open("?from=2026-11-01&to=2026-11-26");
    await user.fill(screen.getByRole("textbox", { name: /Oxirgi kun/ }), "01.10.2026");
    await user.keyboard("{Enter}");
    expect(address()).toBe(`${PAGE}?from=2026-11-01&to=2026-10-01`);
    expect(screen.getAllByRole("alert")).toHaveLength(1);
    expect(screen.queryByRole("table")).toBeNull();
    expect(screen.queryByText("Muddati o'tmagan")).toBeNull();
    expect(screen.getByRole("heading", { level: 1, name: /Python 3-1/ })).toBeInTheDocument();
  });

  it("read a study month whatever days the address has", async () => {
    await open("?from=2026-11-26&to=2026-11-01&studyMonth=4");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(row(/Aliyeva/)).toBeInTheDocument();
  });

  it("list the lessons, each of which opens its results", async () => {
    const { address } = await open("?sortBy=accepted&orderBy=DESC&from=2026-11-01&to=2026-11-26");
    await user.click(screen.getByRole("radio", { name: "Darslar" }));
    // the days stay, the order was the other list's
    expect(address()).toBe(`${PAGE}?from=2026-11-01&to=2026-11-26&list=lessons`);
    expect(row(/Satrlar/)).toHaveTextContent(/12-dars, 09:00.*24\.11\.2026/);
    await user.click(row(/Satrlar/).lastElementChild?.previousElementSibling as HTMLElement);
    expect(address()).toBe(`${PAGE}/lesson/5/theme/6`);
  });
});
