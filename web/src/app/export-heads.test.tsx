// Heads of a spreadsheet: the words of the ticked columns, in their order, in the reader's language

import { readFileSync } from "node:fs";
import { screen, within } from "@testing-library/react";
import { act, type ComponentType } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startSession } from "@/entities/access/session";
import { StaffScreen } from "@/features/access/users/staff-screen";
import { GroupsScreen } from "@/features/groups/groups-screen";
import { DepartmentGroupScreen } from "@/features/homework/statistics/group-statistics-screen";
import { DepartmentGroupsScreen } from "@/features/homework/statistics/groups-screen";
import { TeachersScreen } from "@/features/people/academics/list/teachers-screen";
import { AuthorsScreen } from "@/features/people/authors/authors-screen";
import { StudentsScreen } from "@/features/people/students/list/students-screen";
import { type Language, say, switchLanguage } from "@/i18n/texts";
import { fakeClock, waitForIdle } from "@/testing/clock";
import { type ApiCall, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";

vi.mock("sonner", () => ({ toast: { success: () => 0, info: () => 0, error: () => 0 } }));

const read = (path: string) => JSON.parse(readFileSync(`../contracts/texts/${path}.json`, "utf8"));

/** The server's head of a column, as `column_header` in contracts/exports.py finds it. */
function headOf(list: string, column: string, language: Language): string {
  const field = column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return read(language)[`export.${list}.${column}`] ?? read(`fields/${language}`)[field];
}

/** A number has its unit in its cell on the screen, and in the head of the file; hyphens are for narrow columns. */
const plain = (head: string) => head.replace(/, %$/, "").replaceAll("\u00ad", "");

const LISTS: [string, string, ComponentType][] = [
  ["students", "/students", StudentsScreen],
  ["staff", "/users/staff", StaffScreen],
  ["teaching", "/kpi", TeachersScreen],
  ["teaching", "/authors", AuthorsScreen],
  ["groups", "/groups", GroupsScreen],
  ["homework", "/homework-statistics/groups", DepartmentGroupsScreen],
  ["homework", "/study-department/homeworks", DepartmentGroupScreen],
  ["homework", "/study-department/homeworks?list=lessons", DepartmentGroupScreen],
];

const everything = ["users", "all_groups"].map((name) => ({
  name,
  permissions: ["read"],
  children: ["students", "staff", "academic", "teachers", "attendance"].map((child) => ({
    name: child,
    permissions: ["create", "read", "update", "delete"],
    children: [],
  })),
}));

function server({ path, verb }: ApiCall) {
  if (path === "/profile") return { data: { id: 1, login: "a", role: {}, offices: [], timeZone: "Asia/Tashkent" } };
  if (path.endsWith("/mine")) return { data: { permissionObjects: everything } };
  if (verb === "POST") return { status: 202, data: { jobId: 1, rows: 1 } };
  const none = [
    "students",
    "academics",
    "teachers",
    "authors",
    "lessons",
    "groups",
    "offices",
    "roles",
    "jobs",
    "views",
  ];
  const filters = ["categories", "statuses", "courses", "assistants", "staffs", "imports", "learningTypes"];
  return { data: { ...Object.fromEntries([...none, ...filters].map((name) => [name, []])), group: {}, total: 0 } };
}

afterEach(() => act(() => switchLanguage("uz")));

describe.each(["uz", "ru", "en"] as const)("in %s", (language) => {
  it.each(LISTS)("the heads of the file of %s at %s are those of the ticked columns", async (list, at, Screen) => {
    const calls = mockApi(server);
    await act(() => switchLanguage(language));
    await act(() => startSession());
    fakeClock();
    await renderScreen(Screen, { at });
    await user.click(screen.getByRole("button", { name: say("sheets.export") }));
    await waitForIdle();
    const boxes = () => within(screen.getByRole("dialog")).getAllByRole("checkbox");
    for (const box of boxes()) if (box.getAttribute("aria-checked") === "false") await user.click(box);
    const ticked = boxes().map((box) => plain((box as HTMLButtonElement).labels?.[0]?.textContent ?? ""));
    await user.click(screen.getByRole("button", { name: say("sheets.exportNow") }));
    await waitForIdle();
    const sent = calls.find((call) => call.path.endsWith("/export"))?.body as { columns: string[] } | undefined;
    expect(sent?.columns.map((column) => plain(headOf(list, column, language)))).toEqual(ticked);
    expect(ticked.length).toBeGreaterThan(6);
  });
});
