import { screen, within } from "@testing-library/react";
import { act } from "react";
import { describe, expect, it } from "vitest";
import { startSession } from "@/entities/access/session";
import { type ApiCall, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { sample } from "@/testing/sample";
import { user } from "@/testing/user";
import { GroupsScreen } from "./groups-screen";

const TWO = [
  { id: 1, name: "Chilonzor" },
  { id: 2, name: "Sergeli" },
];
const GROUP = sample("GroupRow", {
  id: 7,
  name: "Python N1",
  status: 2,
  category: { id: 3, displayName: "Dasturlash" },
  course: { id: 4, name: "Python" },
  office: { id: 1, name: "Chilonzor" },
  learningType: "offline",
  startedDate: "2026-01-05",
  endedDate: "2026-12-31",
  students: 14,
  attendanceKpi: 66.7,
  homeworkKpi: 50,
});

async function open(groups: object[] = [GROUP], offices = TWO, at = "/groups") {
  const filters = {
    offices,
    categories: [{ id: 3, hName: "Dasturlash" }],
    courses: [{ id: 4, name: "Python" }],
    teachers: [{ id: 5, name: "Aliyev Aziz" }],
    learningTypes: ["offline"],
  };
  const calls = mockApi(({ path }: ApiCall) => {
    if (path === "/profile")
      return { data: { id: 1, login: "a", role: {}, offices, allOffices: false, timeZone: "Asia/Tashkent" } };
    if (path.endsWith("/mine")) return { data: { permissionObjects: [] } };
    return { data: path === "/groups/filter-objects" ? filters : { groups, total: groups.length } };
  });
  await act(() => startSession());
  await renderScreen(GroupsScreen, { at });
  return () => Object.fromEntries(calls.filter(({ path }) => path === "/groups/all").at(-1)?.query ?? []);
}

/** Fields of the row below their column. */
const cell = (head: string) => {
  const place = screen.getAllByRole("columnheader").findIndex((one) => one.textContent === head);
  return within(screen.getAllByRole("row")[1] as HTMLElement).getAllByRole("cell")[place];
};

describe("the list of groups", () => {
  it("it shows name, course and category, branch and type of study, begin and end, and the percentages (R1-110, R1-112)", async () => {
    await open();
    await user.click(screen.getByRole("button", { name: "Ustunlar" }));
    for (const name of ["Uyga vazifa", "Imtihon"])
      await user.click(screen.getByRole("menuitemcheckbox", { name, checked: false }));
    await user.click(screen.getByRole("menuitem", { name: "Standart ustunlar" }));
    expect(cell("Imtihon")).toBeUndefined();
    await user.click(screen.getByRole("button", { name: "Ustunlar" }));
    for (const name of ["Uyga vazifa", "Imtihon"]) await user.click(screen.getByRole("menuitemcheckbox", { name }));
    // the number of students is there without asking
    expect(cell("Talabalar")).toHaveTextContent("14");
    const shown = ["Guruh", "Kurs", "Filial", "Boshlanishi", "Davomat", "Uyga vazifa", "Imtihon"];
    expect(shown.map((head) => cell(head)?.textContent)).toEqual([
      "Python N1",
      "PythonDasturlash",
      "ChilonzorOflayn",
      "05.01.202631.12.2026",
      "66,7%",
      "50,0%",
      "—",
    ]);
  });

  it.each([
    [1, "Boshlanmagan", "info"],
    [2, "Faol", "good"],
    [3, "Tugagan", "quiet"],
  ])("the status %i is the tag %s in the colour %s (R1-111)", async (status, words, tone) => {
    await open([{ ...GROUP, status }], TWO, "/groups?status=all");
    const tag = within(cell("Holati") as HTMLElement).getByText(words);
    expect(tag).toHaveClass(`bg-${tone}-soft`);
  });

  it("the status is not repeated in every row while one is filtered for", async () => {
    await open();
    expect(cell("Holati")).toBeUndefined();
    await user.click(screen.getByRole("button", { name: "Holati: Faol" }));
    await user.click(screen.getByRole("option", { name: "Barchasi" }));
    expect(cell("Holati")).toHaveTextContent("Faol");
  });

  it("it begins with the active groups, and another status is one choice away (R1-096)", async () => {
    const sent = await open();
    expect(sent()).toMatchObject({ status: "2" });
    await user.click(screen.getByRole("button", { name: "Holati: Faol" }));
    await user.click(screen.getByRole("option", { name: "Tugagan" }));
    expect(sent()).toMatchObject({ status: "3" });
  });

  it.each<[string, string, Record<string, string>, string]>([
    ["Yo'nalish", "Dasturlash", { categoryId: "3" }, "R1-097"],
    ["Kurs", "Python", { courseId: "4" }, "R1-098"],
    ["O'qituvchi", "Aliyev Aziz", { teacherId: "5" }, "R1-099"],
    ["O'qish turi", "Oflayn", { learningTypeId: "offline" }, "R1-100"],
    ["Filial", "Sergeli", { officeIds: "2" }, "R1-103"],
  ])("it is filtered by %s: %s asks for %j (%s)", async (filter, option, query) => {
    const sent = await open();
    await user.click(screen.getByRole("button", { name: filter, expanded: false }));
    await user.click(screen.getByRole("option", { name: option }));
    expect(sent()).toMatchObject(query);
  });

  it.each([
    ["Boshlanishi: sanadan", "fromByStartedDate", "R1-101"],
    ["Boshlanishi: sanagacha", "toByStartedDate", "R1-101"],
    ["Tugashi: sanadan", "fromByEndedDate", "R1-102"],
    ["Tugashi: sanagacha", "toByEndedDate", "R1-102"],
  ])("it is filtered by the day %s as %s (%s)", async (label, query) => {
    const sent = await open();
    const field = screen.getByLabelText<HTMLInputElement>(`${label} (DD.MM.YYYY)`);
    await user.fill(field, "05.01.2026");
    await user.press(field, "Enter");
    expect(sent()).toMatchObject({ [query]: "2026-01-05" });
  });

  it("a person of one branch has no branch to choose (R1-103)", async () => {
    await open([GROUP], TWO.slice(0, 1));
    expect(screen.queryByRole("button", { name: "Filial", expanded: false })).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Kurs", expanded: false })).toBeInTheDocument();
  });
});
