import { act, cleanup, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import { dropTokens, writeTokens } from "@/api/tokens";
import { App } from "@/app/app";
import { redirectToMatchSession } from "@/app/auth-redirect";
import type { Screen } from "@/app/screens";
import { watchSession } from "@/entities/access/session";
import { waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { sample } from "@/testing/sample";
import { user } from "@/testing/user";
import { Breadcrumbs, useTrail } from "./breadcrumbs";

const rights = (module: string, ...options: string[]) => ({
  name: module,
  permissions: [],
  children: options.map((name) => ({ name, permissions: ["read"], children: [] })),
});
const LONG = "Abdurahmonova Shahzoda Baxtiyor qizi";

function centre({ path }: ApiCall): ApiReply {
  const answers: Record<string, unknown> = {
    "/profile": { id: 1, login: "a", fullName: "A", role: {}, offices: [], allOffices: true, timeZone: "utc" },
    "/roles/permission-objects/mine": {
      permissionObjects: [rights("users", "students", "staff", "academic"), rights("all_groups", "attendance")],
    },
    "/students/all": { students: [], total: 0 },
    "/students/7": { student: sample("StudentCard", { id: 7, fullName: LONG }) },
    "/student-groups/student/7": { studentGroups: [] },
    "/students/7/history": { history: [], total: 0 },
    "/groups/all": { groups: [], total: 0 },
    "/users/staff": { academics: [], total: 0 },
    "/notifications/count": { count: 0 },
  };
  return path in answers ? { data: answers[path] } : { status: 404, refusal: { code: "SHARED_NOT_FOUND" } };
}

/** Opens a page of the console in its frame. */
async function open(at: string) {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  mockApi(centre);
  dropTokens();
  writeTokens({ accessToken: "a0", refreshToken: "r0" });
  history.replaceState(null, "", at);
  redirectToMatchSession();
  render(<App />);
  await waitForIdle();
}

const items = () => within(screen.getByRole("navigation", { name: "Sahifa yo'li" })).getAllByRole("listitem");
const trail = () => items().map((item) => item.textContent?.replace(/\/$/, ""));

watchSession();
afterEach(() => {
  cleanup();
  act(() => dropTokens());
});

describe("the breadcrumbs of a page", () => {
  it.each([
    ["/students", ["Foydalanuvchilar", "Talabalar"], "R1-118"],
    ["/groups", ["Guruhlar"], "R1-114"],
    ["/users/staff", ["Foydalanuvchilar", "Xodimlar"], "R1-125"],
  ])("%s is at %j (%s)", async (path, names) => {
    await open(path);
    expect(trail()).toEqual(names);
  });

  it("a name of more than 20 characters is trimmed to 15, and whole in its title (R1-033)", async () => {
    await open("/students/7");
    expect(trail()).toEqual(["Foydalanuvchilar", "Talabalar", "Abdurahmonova S…"]);
    expect(within(items()[2] as HTMLElement).getByTitle(LONG)).toBeInTheDocument();
  });

  it("of four items the second is in the menu of an ellipsis (R1-032)", async () => {
    await open("/users/academic/7/3/attendances");
    expect(trail()).toEqual(["Foydalanuvchilar", "", "Pedagog", "Davomat"]);
    await user.click(screen.getByRole("button", { name: "Yashirin bo'limlar" }));
    const hidden = screen.getAllByRole("menuitem");
    expect(hidden.map((item) => [item.textContent, item.getAttribute("href")])).toEqual([
      ["Pedagoglar", "/users/academic"],
    ]);
  });
});

it("a page that a statistics page leads to keeps its breadcrumbs in front (R1-034, R2-050)", async () => {
  const Frame = () => (
    <>
      <Breadcrumbs trail={useTrail()} />
      <Outlet />
    </>
  );
  const page = (path: string, ...crumbs: Screen["crumbs"]) => ({ path, handle: { crumbs }, element: null });
  const statistics = page("/homework/statistics", { label: "shell.groups" }, { label: "shell.students" });
  const router = createMemoryRouter(
    [
      {
        Component: Frame,
        children: [statistics, page("/students/7", { label: "shell.users" }, { label: "shell.student" })],
      },
    ],
    { initialEntries: ["/homework/statistics"] },
  );
  render(<RouterProvider router={router} />);
  const before = trail();
  await act(() => router.navigate("/students/7"));
  expect(trail()).toEqual([...before, "Talaba"]);
  await act(() => router.navigate("/homework/statistics"));
  expect(trail()).toEqual(before);
});
