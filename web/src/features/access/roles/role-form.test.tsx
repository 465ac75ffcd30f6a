// The form of a role: tri-state parents, keys, what one lacks, copying, and who was faster (D-8, D-53, D-56, R1-055, R1-056)
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startSession } from "@/entities/access/session";
import {
  type Call,
  click,
  named,
  press,
  serve,
  settle,
  show,
  stopClock,
  strike,
  type Told,
  type,
} from "@/testing/stage";
import { AddRoleScreen } from "./add-role-screen";
import { EditRoleScreen } from "./edit-role-screen";

vi.mock("sonner", () => ({ toast: { success: () => 0, info: () => 0, error: () => 0 } }));

const WHOLE = ["create", "read", "update", "delete"];
const tree = (students: string[], staff: string[]) => [
  {
    name: "users",
    permissions: [],
    children: [
      { name: "students", permissions: students, children: [] },
      { name: "staff", permissions: staff, children: [] },
    ],
  },
  { name: "profile", permissions: ["read", "update"], children: [] },
];
const card = (version: number, name: string, permissions: object, beyond: string[] = []) => ({
  id: 5,
  name,
  type: 1,
  number: null,
  fixed: false,
  version,
  permissions,
  permissionObjects: tree(["read"], []),
  userCount: 0,
  beyond,
});

let mine: object[];
let role: ReturnType<typeof card>;
let saved: Told;

function server({ verb, path }: Call): Told {
  if (path === "/profile") return { data: { id: 1, login: "a", role: {}, offices: [], timeZone: "Asia/Tashkent" } };
  if (path.endsWith("/mine")) return { data: { permissionObjects: mine } };
  if (path.endsWith("/permission-objects/all")) return { data: { permissionObjects: tree(WHOLE, WHOLE) } };
  if (path === "/roles/all") {
    const permissions = { "users:students": ["read"], "users:staff": ["read", "delete"] };
    return { data: { roles: [{ id: 9, name: "Menejer", type: 1, number: null, permissions }], total: 1 } };
  }
  if (verb !== "GET") return saved;
  return path === "/roles/5/detail" ? { data: { role } } : { data: {} };
}

const cell = (name: string) => named(name) as HTMLElement;
const mark = (name: string) => cell(name)?.getAttribute("aria-checked");
const focused = () => document.activeElement?.getAttribute("aria-label");

async function open(Screen = AddRoleScreen, at = "/control/roles/add", pattern?: string) {
  const calls = serve(server);
  await act(() => startSession());
  stopClock();
  return { calls, ...(await show(Screen, at, pattern)) };
}
const openEdit = () => open(EditRoleScreen, "/control/roles/edit/5", "/control/roles/edit/:id");
const sent = (calls: Call[]) => calls.filter((call) => call.verb !== "GET").map((call) => call.body);

beforeEach(() => {
  mine = tree(WHOLE, WHOLE);
  role = card(1, "Kassir", { "users:students": ["read"] });
  saved = { data: { role: { id: 5 } } };
});
afterEach(strike);

describe("the tree in the form", () => {
  it("shows none, some and all at parents as one marks", async () => {
    await open();
    expect([mark("Foydalanuvchilar"), mark("Talabalar"), mark("Foydalanuvchilar: Ko'rish")]).toEqual([
      "false",
      "false",
      "false",
    ]);
    await click(cell("Talabalar: Tahrirlash"));
    expect([mark("Talabalar: Ko'rish"), mark("Talabalar"), mark("Foydalanuvchilar")]).toEqual([
      "true",
      "mixed",
      "mixed",
    ]);
    await click(cell("Foydalanuvchilar"));
    expect([mark("Xodimlar: O'chirish"), mark("Foydalanuvchilar"), mark("Foydalanuvchilar: Qo'shish")]).toEqual([
      "true",
      "true",
      "true",
    ]);
    await click(cell("Foydalanuvchilar"));
    expect([mark("Talabalar"), mark("Foydalanuvchilar")]).toEqual(["false", "false"]);
  });

  it("has one stop for the Tab key, is walked by arrows and folded at its beginning", async () => {
    await open();
    const grid = document.querySelector("[role=treegrid]");
    expect(grid?.querySelectorAll("[tabindex='0']")).toHaveLength(1);
    await act(async () => cell("Foydalanuvchilar").focus());
    await press(document.activeElement, "ArrowDown");
    expect(focused()).toBe("Talabalar");
    await press(document.activeElement, "ArrowRight");
    await press(document.activeElement, "ArrowRight");
    expect(focused()).toBe("Talabalar: Ko'rish");
    await press(document.activeElement, "ArrowDown");
    expect(focused()).toBe("Xodimlar: Ko'rish");
    expect(grid?.querySelectorAll("[tabindex='0']")).toHaveLength(1);
    for (const key of ["Home", "ArrowLeft", "ArrowLeft"]) await press(document.activeElement, key);
    expect(focused()).toBe("Foydalanuvchilar");
    await press(document.activeElement, "ArrowLeft");
    expect(cell("Talabalar")).toBeNull();
    await press(document.activeElement, "ArrowRight");
    expect(cell("Talabalar")).not.toBeNull();
    await press(document.activeElement, "End");
    expect(focused()).toBe("Profil");
  });

  it("is searched, and keeps what was marked out of sight", async () => {
    await open();
    await click(cell("Talabalar: Ko'rish"));
    await type(document.querySelector("input[type=search]") as HTMLInputElement, "xodim");
    await settle();
    expect([cell("Talabalar"), cell("Profil")]).toEqual([null, null]);
    await click(cell("Foydalanuvchilar"));
    await type(document.querySelector("input[type=search]") as HTMLInputElement, "");
    await settle();
    expect([mark("Talabalar"), mark("Xodimlar")]).toEqual(["mixed", "true"]);
  });

  it("locks what the person lacks, and says why (D-56)", async () => {
    mine = tree(["read", "update"], []);
    await open();
    const locked = cell("Xodimlar: Ko'rish. Sizda bu huquq yo'q, shuning uchun uni bera olmaysiz");
    expect(locked.getAttribute("aria-disabled")).toBe("true");
    await click(locked);
    expect(locked.getAttribute("aria-checked")).toBe("false");
    await click(cell("Foydalanuvchilar"));
    expect([mark("Talabalar"), mark("Foydalanuvchilar")]).toEqual(["mixed", "mixed"]);
  });
});

describe("saving", () => {
  it("sends name, type, number and what is marked", async () => {
    const { calls, address } = await open();
    await type(document.querySelector("input[name=name]") as HTMLInputElement, "  Qabulxona ");
    await click(cell("Talabalar: Tahrirlash"));
    await click(named("Saqlash"));
    expect(sent(calls)).toEqual([
      { name: "Qabulxona", type: 1, number: null, permissions: { "users:students": ["read", "update"] } },
    ]);
    expect(address()).toBe("/control/roles/5");
  });

  it("copies another role without what the person lacks, and says so", async () => {
    mine = tree(["read", "update"], ["read"]);
    await open();
    await click(named("Boshqa roldan nusxa olish"));
    await click(document.querySelector("[role=option]"));
    expect([mark("Talabalar: Ko'rish"), mark("Xodimlar: Ko'rish")]).toEqual(["true", "true"]);
    expect(document.body.textContent).toContain(
      "Menejer rolidan 2 ta huquq olindi. Sizda yo'q huquqlar olinmadi: 1 ta.",
    );
  });

  it("a role with what one lacks is only shown", async () => {
    role = card(1, "Kuchli", { "users:students": ["read"] }, ["users:staff read"]);
    await openEdit();
    expect(named("Saqlash")).toBeNull();
    expect(document.body.textContent).toContain("Foydalanuvchilar · Xodimlar: ko'rish");
    await click(cell("Talabalar: Ko'rish"));
    expect(mark("Talabalar: Ko'rish")).toBe("true");
  });

  it("who was slower keeps what he typed, sees the other's words and saves over them by choice (D-8)", async () => {
    const { calls } = await openEdit();
    await type(document.querySelector("input[name=name]") as HTMLInputElement, "Mening nomim");
    const current = card(2, "Uning nomi", { "users:staff": ["read"] });
    saved = { status: 409, refusal: { code: "SHARED_STALE", current } };
    role = current;
    await click(named("Saqlash"));
    expect((document.querySelector("input[name=name]") as HTMLInputElement).value).toBe("Mening nomim");
    expect(document.body.textContent).toContain("U yozgani: Uning nomi");
    // What was not touched follows the newest.
    expect(mark("Xodimlar: Ko'rish")).toBe("true");
    saved = { data: { role: { id: 5 } } };
    await click(named("Menikini saqlash"));
    expect(sent(calls).at(-1)).toEqual({
      name: "Mening nomim",
      type: 1,
      number: null,
      permissions: { "users:staff": ["read"] },
      version: 2,
    });
  });
});
