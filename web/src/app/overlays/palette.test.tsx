import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startSession } from "@/entities/access/session";
import { useSyncRequests } from "@/entities/access/start-sync";
import { waitForIdle } from "@/testing/clock";
import { type ApiCall, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { sample } from "@/testing/sample";
import { user } from "@/testing/user";
import { Palette } from "./palette";

const ALL = ["read", "create", "update", "delete"];
const right = (name: string, ...children: object[]) => ({ name, permissions: ALL, children });
const RIGHTS = [
  right("users", right("students"), right("staff"), right("academic"), right("teachers")),
  right("all_groups", right("attendance")),
  right("staff_control", right("audit_logs"), right("roles")),
];
const LESSON = {
  id: 9,
  group: { id: 3, name: "Python N1" },
  staff: { id: 4, name: "Aliyev Aziz" },
  scheduleId: 5,
  date: "2026-11-23",
  beginTime: "08:00",
  endTime: "09:30",
  marking: "none",
  lateSentAt: null,
  takes: "open",
};
const NAMESAKES = [
  sample("StudentRow", { id: 1, fullName: "Karimova Nodira", hId: "s-1", mobile: "998901112233", offices: [] }),
  sample("StudentRow", { id: 2, fullName: "Каримова Нодира", hId: "s-2", mobile: "998904445566", offices: [] }),
  sample("StudentRow", { id: 3, fullName: "Karimova Laylo", hId: "s-3", mobile: "998907778899", offices: [] }),
];
const started = vi.fn();

async function open(permissionObjects: object[] = RIGHTS) {
  const answers: Record<string, object> = {
    "/profile": { id: 1, login: "a", role: {}, offices: [], allOffices: true, timeZone: "Asia/Tashkent" },
    "/roles/permission-objects/mine": { permissionObjects },
    "/today": { today: { audience: "admin", running: { lessons: [LESSON], total: 1 } } },
    "/views": {
      views: [{ id: 6, list: "students", name: "Qarzdorlar", value: { address: { statusId: "5" }, columns: null } }],
    },
    "/students/all": { students: NAMESAKES, total: 3 },
    "/kpi/all": {
      teachers: [sample("TeacherRow", { id: 4, fullName: "Aliyev Aziz", hId: "t-4", offices: [] })],
      total: 1,
    },
    "/users/staff": {
      academics: [
        sample("StaffRow", { id: 8, fullName: "Umarov Olim", login: "olim", role: { id: 1, name: "Admin", type: 1 } }),
      ],
      total: 1,
    },
  };
  const calls = mockApi(({ path }: ApiCall) => ({ data: answers[path] ?? { groups: [], total: 0, count: 0 } }));
  await act(() => startSession());
  function Frame() {
    useSyncRequests(started);
    return <Palette onClose={() => undefined} />;
  }
  return { ...(await renderScreen(Frame, { at: "/profile" })), calls };
}

async function type(text: string) {
  await user.fill(screen.getByRole<HTMLInputElement>("combobox"), text);
  await waitForIdle(300);
}
const options = () => screen.queryAllByRole("option").map((one) => one.textContent);

afterEach(() => {
  cleanup();
  started.mockReset();
});

describe("the palette", () => {
  it("finds a screen only when every word begins a word of it", async () => {
    await open();
    await type("amallar tarixi");
    expect(options()).toContain("Amallar tarixiNazorat");
    await type("tarixi amal");
    expect(options()).toContain("Amallar tarixiNazorat");
    await type("amallar kitobi");
    expect(options()).not.toContain("Amallar tarixiNazorat");
  });

  it.each([
    ["talaba qo", "/students/add"],
    ["hozirgi dars", "/groups/3/staff/4/attendance/schedule/5/edit/2026-11-23"],
    ["qarzdor", "/students?statusId=5"],
    ["aliyev", "/teachers/4"],
    ["umarov", "/users/staff/8"],
  ])("%j and Enter lead to %s", async (text, to) => {
    const { address } = await open();
    await type(text);
    const wanted = { "/teachers/4": "Aliyev", "/users/staff/8": "Umarov" }[to];
    if (wanted) await user.click(screen.getByRole("option", { name: new RegExp(wanted) }));
    else await user.press(screen.getByRole("combobox"), "Enter");
    expect(address()).toBe(to);
  });

  it("starts a synchronisation", async () => {
    await open();
    await type("sinxronizatsiyani");
    await user.press(screen.getByRole("combobox"), "Enter");
    expect(started).toHaveBeenCalledOnce();
  });

  it("tells namesakes apart by their phones, in whichever alphabet they are written", async () => {
    await open();
    await type("karimova");
    const [one, other, third] = options();
    expect(one).toContain("+998 90 111-22-33");
    expect(other).toContain("+998 90 444-55-66");
    expect(third).not.toContain("+998");
  });

  it("offers and asks nothing beyond the person's rights", async () => {
    const { calls } = await open([right("users", right("staff"))]);
    await type("talaba");
    expect(options().filter((one) => one?.startsWith("Talaba"))).toEqual([]);
    expect(calls.map(({ path }) => path)).not.toContain("/students/all");
    expect(calls.map(({ path }) => path)).not.toContain("/kpi/all");
    expect(calls.map(({ path }) => path)).not.toContain("/today");
  });
});
