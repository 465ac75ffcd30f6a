import { screen, within } from "@testing-library/react";
import { act, type ComponentType } from "react";
import { expect, it } from "vitest";
import { startSession } from "@/entities/access/session";
import { StaffScreen } from "@/features/access/users/staff-screen";
import { HolidaysScreen } from "@/features/attendance/holidays/holidays-screen";
import { BranchesScreen } from "@/features/branches/branches-screen";
import { GroupsScreen } from "@/features/groups/groups-screen";
import { AcademicsScreen, AssistantsScreen } from "@/features/people/academics/list/accounts-screen";
import { TeachersScreen } from "@/features/people/academics/list/teachers-screen";
import { AuthorsScreen } from "@/features/people/authors/authors-screen";
import { StudentsScreen } from "@/features/people/students/list/students-screen";
import { RunsScreen } from "@/features/sync/runs/runs-screen";
import { SyncButton } from "@/features/sync/sync-button";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";

const ALL = ["read", "create", "update", "delete"];
const right = (name: string, ...children: object[]) => ({ name, permissions: ALL, children });
const RIGHTS = [
  right("users", right("students"), right("staff"), right("academic")),
  right("all_groups"),
  right("staff_control", right("offices"), right("users")),
  right("settings"),
];
const LISTS = [
  "academics",
  "assistants",
  "authors",
  "categories",
  "controlActions",
  "courses",
  "groups",
  "statuses",
  "holidays",
  "imports",
  "offices",
  "runs",
  "students",
  "teachers",
];

/** A console without any record. */
async function open(Screen: ComponentType) {
  const empty = Object.fromEntries(LISTS.map((name) => [name, []]));
  mockApi(({ path }) => {
    if (path === "/profile")
      return {
        data: { id: 1, login: "a", role: {}, offices: [], allOffices: true, timeZone: "Asia/Tashkent" },
      };
    if (path === "/roles/permission-objects/mine") return { data: { permissionObjects: RIGHTS } };
    if (path.startsWith("/synchronization/") && path !== "/synchronization/runs")
      return { data: { running: false, percent: 0, lastSyncedAt: null, run: null } };
    return { data: { ...empty, staff: [], total: 0 } };
  });
  await act(() => startSession());
  const Both = () => (
    <>
      <SyncButton />
      <main>
        <Screen />
      </main>
    </>
  );
  await renderScreen(Both, { at: "/list" });
  return within(screen.getByRole("main"));
}

it.each([
  ["students", StudentsScreen],
  ["groups", GroupsScreen],
  ["teachers", TeachersScreen],
  ["academics", AcademicsScreen],
  ["assistants", AssistantsScreen],
  ["branches", BranchesScreen],
  ["synchronisations", RunsScreen],
])("the empty list of %s starts a synchronisation where it is", async (_name, Screen) => {
  const page = await open(Screen);
  await user.click(page.getByRole("button", { name: "Sinxronizatsiya" }));
  expect(await screen.findByRole("dialog")).toBeInTheDocument();
});

it.each([
  ["authors", AuthorsScreen],
  ["staff", StaffScreen],
])("the empty list of %s leaves its one gold button to the page's head", async (_name, Screen) => {
  const page = await open(Screen);
  const gold = [...page.queryAllByRole("link"), ...page.queryAllByRole("button")].filter((one) =>
    one.classList.contains("bg-accent"),
  );
  expect(gold).toHaveLength(1);
});

it.each([
  ["branches", BranchesScreen],
  ["holidays", HolidaysScreen],
  ["teachers", TeachersScreen],
])("the empty list of %s stands in a card", async (_name, Screen) => {
  const page = await open(Screen);
  expect(page.getByRole("heading", { level: 2 }).closest(".card")).not.toBeNull();
});
