/** Teachers and assistants on the screen: signed up once, blocked with a reason, never beyond the server's rules. */
import { screen, within } from "@testing-library/react";
import { act } from "react";
import { afterEach, describe, expect, it } from "vitest";
import type { AcademicCard } from "@/api/types";
import { startSession } from "@/entities/access/session";
import { formatKpi } from "@/lib/format/percent";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { formatHours } from "./academic-labels";
import { AssistantsScreen } from "./list/accounts-screen";
import { AcademicScreen } from "./person-screen";

const CARD: AcademicCard = {
  id: 7,
  hId: "HH-7",
  userId: null,
  login: null,
  photo: null,
  photoCheck: 4,
  fullName: "Karimova Nodira",
  roleId: null,
  role: null,
  roleNumber: 2,
  offices: [{ id: 1, name: "Chilonzor" }],
  groups: 1,
  workStatus: 1,
  acStatus: 3,
  isActive: false,
  systemStatus: null,
  createdAt: "2026-09-01T19:30:00Z",
  editable: true,
  firstName: "Nodira",
  lastName: "Karimova",
  middleName: null,
  gender: 2,
  phoneNumber: "+998901234567",
  schoolRole: "teacher",
  schoolDeleted: false,
  blockReason: null,
  mustChangePassword: false,
  lastSeenAt: null,
  accountOpenedAt: null,
  accountOpenedBy: null,
  version: null,
};
const SIGNED: AcademicCard = {
  ...CARD,
  userId: 9,
  login: "nodira",
  roleId: 4,
  role: { id: 4, name: "Academic", type: 2 },
  acStatus: 1,
  isActive: true,
  systemStatus: 1,
  version: 3,
};
const RIGHTS = [
  {
    name: "users",
    permissions: [],
    children: [{ name: "academic", permissions: ["create", "read", "update"], children: [] }],
  },
];

async function open(card: AcademicCard, write: (call: ApiCall) => ApiReply = () => ({})) {
  const roles = [
    { id: 3, name: "Manager", type: 1, number: null, fixed: false },
    { id: 4, name: "Academic", type: 2, number: 2, fixed: false },
  ];
  const calls = mockApi((call: ApiCall): ApiReply => {
    const { verb, path } = call;
    if (verb !== "GET") return write(call);
    if (path === "/profile")
      return { data: { id: 1, login: "a", role: {}, offices: [], allOffices: true, timeZone: "Asia/Tashkent" } };
    if (path.endsWith("/mine")) return { data: { permissionObjects: RIGHTS } };
    if (path === "/roles/all") return { data: { roles, total: 2 } };
    if (path.endsWith("/groups")) return { data: { groups: [], total: 0 } };
    return { data: { academic: card } };
  });
  await act(() => startSession());
  const shown = await renderScreen(AcademicScreen, { at: "/users/academic/7", pattern: "/users/academic/:id" });
  return { ...shown, writes: () => calls.filter((call) => call.verb !== "GET") };
}

afterEach(() => {
  sessionStorage.clear();
});

const inside = (role: "dialog" | "alertdialog", name: string) =>
  within(screen.getByRole(role)).getByRole("button", { name });
const named = (name: string) => screen.queryByRole("button", { name });
const fixed = (name: string) => named(name)?.getAttribute("aria-disabled");

describe("an academic", () => {
  it("an academic without an account has one action and no block (R1-182)", async () => {
    const { container } = await open(CARD);
    expect(named("Hisob ochish")).toBeTruthy();
    expect([named("Bloklash"), named("Parolni yangilash")]).toEqual([null, null]);
    expect(container).toHaveTextContent("Hisobi yo'q");
  });

  it("an academic who does not work gets no account, and the reason is shown (R1-208)", async () => {
    await open({ ...CARD, workStatus: 2 });
    expect(fixed("Hisob ochish")).toBe("true");
  });

  it("the switch of an academic who has left is disabled, and the reason of the closed account is shown", async () => {
    const { container } = await open({
      ...SIGNED,
      workStatus: 2,
      acStatus: 2,
      isActive: false,
      systemStatus: 2,
      blockReason: "Maktabda ishi tugagan",
    });
    expect(fixed("Blokdan chiqarish")).toBe("true");
    expect(container).toHaveTextContent("Maktabda ishi tugagan");
  });

  it("an academic with more permissions can't be changed (D-56)", async () => {
    await open({ ...SIGNED, editable: false });
    for (const words of ["Bloklash", "Parolni yangilash", "Loginni almashtirish"]) expect(fixed(words)).toBe("true");
  });
});

describe("an academic's account", () => {
  it("an issued password is gone once its dialog is closed (R1-211)", async () => {
    const { writes, container } = await open(SIGNED, () => ({ data: { password: "Xk7mPq2RtVw9YzAb3CdE" } }));
    await user.click(named("Parolni yangilash"));
    await user.click(inside("alertdialog", "Parolni yangilash"));
    expect(writes().map((call) => call.path)).toEqual(["/academic/7/reset-password"]);
    expect(screen.getByRole("dialog")).toHaveTextContent("Xk7mPq2RtVw9YzAb3CdE");
    await user.click(inside("dialog", "Tayyor"));
    expect(document.body.innerHTML + container.innerHTML + JSON.stringify(sessionStorage)).not.toContain(
      "Xk7mPq2RtVw9",
    );
  });

  it("closing an account requires a reason (R1-207)", async () => {
    const { writes } = await open(SIGNED);
    await user.click(named("Bloklash"));
    await user.click(inside("alertdialog", "Bloklash"));
    expect(writes()).toEqual([]);
  });
});

it("the list of assistants shows the school's assistants (R1-069)", async () => {
  mockApi(({ path, query }) => {
    const found = path === "/assistant/all" && !query.has("value") ? [{ ...CARD, roleNumber: 3 }] : [];
    return { data: { assistants: found, total: found.length } };
  });
  await renderScreen(AssistantsScreen, { at: "/assistants" });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("Assistentlar");
  const link = screen.getByRole("link", { name: "Karimova Nodira" });
  expect(link.getAttribute("href")).toBe("/assistants/7");
});

describe("labels of teaching", () => {
  it("the label of a group names its hours", () => {
    const hours = { daysOfWeek: [1, 3], beginTime: "14:00", endTime: "16:00" };
    expect(formatHours(hours, "uz")).toBe("Dush, Chor · 14:00–16:00");
    expect(formatHours({ daysOfWeek: [], beginTime: null, endTime: null }, "uz")).toBe("");
  });

  it("a missing percentage is shown as a dash (D-27)", () => {
    expect([formatKpi(null, "uz"), formatKpi(undefined, "uz"), formatKpi(0, "uz")]).toEqual(["—", "—", "0,0%"]);
    expect([formatKpi(87.5, "uz"), formatKpi(90, "ru"), formatKpi(91.6, "en")]).toEqual(["87,5%", "90,0%", "91.6%"]);
  });
});
