// Role form: tri-state parents, keys, missing permissions, copying, conflicts (D-8, D-53, D-56, R1-055, R1-056)

import { screen, within } from "@testing-library/react";
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startSession } from "@/entities/access/session";
import { fakeClock, waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
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

// The store has no screen yet.
const all = [
  ...tree(WHOLE, WHOLE),
  { name: "store", permissions: [], children: [{ name: "items", permissions: WHOLE, children: [] }] },
];
const built = ["users:students", "users:staff", "profile"];
let mine: object[];
let role: ReturnType<typeof card>;
let saved: ApiReply;

function server({ verb, path }: ApiCall): ApiReply {
  if (path === "/profile") return { data: { id: 1, login: "a", role: {}, offices: [], timeZone: "Asia/Tashkent" } };
  if (path.endsWith("/mine")) return { data: { permissionObjects: mine } };
  if (path.endsWith("/permission-objects/all")) return { data: { permissionObjects: all, built } };
  if (path === "/roles/all") {
    const permissions = { "users:students": ["read"], "users:staff": ["read", "delete"], "store:items": WHOLE };
    return { data: { roles: [{ id: 9, name: "Menejer", type: 1, number: null, permissions }], total: 1 } };
  }
  if (verb !== "GET") return saved;
  return path === "/roles/5/detail" ? { data: { role } } : { data: {} };
}

const cell = (name: string) => screen.queryByRole("checkbox", { name: name }) as HTMLElement;
const mark = (name: string) => cell(name)?.getAttribute("aria-checked");
const focused = () => document.activeElement?.getAttribute("aria-label");

async function open(Screen = AddRoleScreen, at = "/control/roles/add", pattern?: string) {
  const calls = mockApi(server);
  await act(() => startSession());
  fakeClock();
  return { calls, ...(await renderScreen(Screen, { at, pattern })) };
}
const openEdit = () => open(EditRoleScreen, "/control/roles/edit/5", "/control/roles/edit/:id");
const sent = (calls: ApiCall[]) => calls.filter((call) => call.verb !== "GET").map((call) => call.body);

beforeEach(() => {
  mine = tree(WHOLE, WHOLE);
  role = card(1, "Kassir", { "users:students": ["read"] });
  saved = { data: { role: { id: 5 } } };
});
describe("the tree in the form", () => {
  it("a parent shows whether none, some or all of its permissions are checked", async () => {
    await open();
    expect([mark("Foydalanuvchilar"), mark("Talabalar"), mark("Foydalanuvchilar: Ko'rish")]).toEqual([
      "false",
      "false",
      "false",
    ]);
    await user.click(cell("Talabalar: Tahrirlash"));
    expect([mark("Talabalar: Ko'rish"), mark("Talabalar"), mark("Foydalanuvchilar")]).toEqual([
      "true",
      "mixed",
      "mixed",
    ]);
    await user.click(cell("Foydalanuvchilar"));
    expect([mark("Xodimlar: O'chirish"), mark("Foydalanuvchilar"), mark("Foydalanuvchilar: Qo'shish")]).toEqual([
      "true",
      "true",
      "true",
    ]);
    await user.click(cell("Foydalanuvchilar"));
    expect([mark("Talabalar"), mark("Foydalanuvchilar")]).toEqual(["false", "false"]);
  });

  it("the tree has one tab stop, arrows move in it, and it is collapsed at first", async () => {
    await open();
    const grid = screen.getByRole("treegrid");
    const tabStops = () =>
      within(grid)
        .getAllByRole("checkbox")
        .filter((one) => one.tabIndex === 0);
    expect(tabStops()).toHaveLength(1);
    await act(async () => cell("Foydalanuvchilar").focus());
    await user.keyboard("{ArrowDown}");
    expect(focused()).toBe("Talabalar");
    await user.keyboard("{ArrowRight}");
    await user.keyboard("{ArrowRight}");
    expect(focused()).toBe("Talabalar: Ko'rish");
    await user.keyboard("{ArrowDown}");
    expect(focused()).toBe("Xodimlar: Ko'rish");
    expect(tabStops()).toHaveLength(1);
    for (const key of ["Home", "ArrowLeft", "ArrowLeft"]) await user.press(document.activeElement, key);
    expect(focused()).toBe("Foydalanuvchilar");
    await user.keyboard("{ArrowLeft}");
    expect(cell("Talabalar")).toBeNull();
    await user.keyboard("{ArrowRight}");
    expect(cell("Talabalar")).not.toBeNull();
    await user.keyboard("{End}");
    expect(focused()).toBe("Profil");
  });

  it("a search of the tree keeps permissions checked that it hides", async () => {
    await open();
    await user.click(cell("Talabalar: Ko'rish"));
    await user.fill(screen.getByRole("searchbox"), "xodim");
    await waitForIdle();
    expect([cell("Talabalar"), cell("Profil")]).toEqual([null, null]);
    await user.click(cell("Foydalanuvchilar"));
    await user.fill(screen.getByRole("searchbox"), "");
    await waitForIdle();
    expect([mark("Talabalar"), mark("Xodimlar")]).toEqual(["mixed", "true"]);
  });

  it("permissions that the person lacks are locked with a reason (D-56)", async () => {
    mine = tree(["read", "update"], []);
    await open();
    const locked = cell("Xodimlar: Ko'rish. Sizda bu huquq yo'q, shuning uchun uni bera olmaysiz");
    expect(locked.getAttribute("aria-disabled")).toBe("true");
    await user.click(locked);
    expect(locked.getAttribute("aria-checked")).toBe("false");
    await user.click(cell("Foydalanuvchilar"));
    expect([mark("Talabalar"), mark("Foydalanuvchilar")]).toEqual(["mixed", "mixed"]);
  });
});

describe("parts of the console that come later", () => {
  it("their permissions are not offered; those that the role holds stay as they are", async () => {
    role = card(1, "Kassir", { "users:students": ["read"], "store:items": ["read", "update"] });
    mine = all;
    const { calls } = await openEdit();
    expect(screen.getAllByRole("row")).toHaveLength(5);
    expect(document.body).toHaveTextContent("hali yo'q bo'limlarning huquqlari: 2 ta");
    await user.click(cell("Foydalanuvchilar"));
    await user.click(screen.getByRole("button", { name: "Saqlash" }));
    const permissions = { "users:students": WHOLE, "users:staff": WHOLE, "store:items": ["read", "update"] };
    expect(sent(calls)).toEqual([expect.objectContaining({ permissions })]);
  });

  it("copying a role neither adds nor removes them", async () => {
    role = card(1, "Kassir", { "store:items": ["read"] });
    mine = all;
    const { calls } = await openEdit();
    await user.click(screen.getByRole("button", { name: "Boshqa roldan nusxalash" }));
    await user.click(screen.getAllByRole("option")[0]);
    await user.click(screen.getByRole("button", { name: "Saqlash" }));
    const permissions = { "users:students": ["read"], "users:staff": ["read", "delete"], "store:items": ["read"] };
    expect(sent(calls)).toEqual([expect.objectContaining({ permissions })]);
  });
});

describe("saving", () => {
  it("Ctrl+Enter in a text or a cell of the tree saves the role, once", async () => {
    const { calls, address } = await open();
    await user.fill(screen.getByLabelText("Nomi"), "Qabulxona");
    await user.click(cell("Talabalar: Ko'rish"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(sent(calls)).toEqual([
      { name: "Qabulxona", type: 1, number: null, permissions: { "users:students": ["read"] } },
    ]);
    expect(address()).toBe("/control/roles/5");
  });

  it("saving sends name, type, number and the checked permissions", async () => {
    const { calls, address } = await open();
    await user.fill(screen.getByLabelText("Nomi"), "  Qabulxona ");
    await user.click(cell("Talabalar: Tahrirlash"));
    await user.click(screen.getByRole("button", { name: "Saqlash" }));
    expect(sent(calls)).toEqual([
      { name: "Qabulxona", type: 1, number: null, permissions: { "users:students": ["read", "update"] } },
    ]);
    expect(address()).toBe("/control/roles/5");
  });

  it("copying a role leaves out permissions that the person lacks, and says so", async () => {
    mine = tree(["read", "update"], ["read"]);
    await open();
    await user.click(screen.getByRole("button", { name: "Boshqa roldan nusxalash" }));
    await user.click(screen.getAllByRole("option")[0]);
    expect([mark("Talabalar: Ko'rish"), mark("Xodimlar: Ko'rish")]).toEqual(["true", "true"]);
    expect(document.body).toHaveTextContent("Menejer rolidan 2 ta huquq olindi. Sizda yo'q huquqlar olinmadi: 1 ta.");
  });

  it("a role with permissions that the person lacks is read-only", async () => {
    role = card(1, "Kuchli", { "users:students": ["read"] }, ["users:staff read"]);
    await openEdit();
    expect(screen.queryByRole("button", { name: "Saqlash" })).not.toBeInTheDocument();
    expect(document.body).toHaveTextContent("Foydalanuvchilar · Xodimlar: ko'rish");
    await user.click(cell("Talabalar: Ko'rish"));
    expect(mark("Talabalar: Ko'rish")).toBe("true");
  });

  it("after a conflict the form keeps the typed values, shows the other person's and saves over them on request (D-8)", async () => {
    const { calls } = await openEdit();
    await user.fill(screen.getByLabelText("Nomi"), "Mening nomim");
    const current = card(2, "Uning nomi", { "users:staff": ["read"] });
    saved = { status: 409, refusal: { code: "SHARED_STALE", current } };
    role = current;
    await user.click(screen.getByRole("button", { name: "Saqlash" }));
    expect(screen.getByLabelText<HTMLInputElement>("Nomi").value).toBe("Mening nomim");
    expect(document.body).toHaveTextContent("Boshqa variant: Uning nomi");
    // Untouched fields follow the newest version.
    expect(mark("Xodimlar: Ko'rish")).toBe("true");
    saved = { data: { role: { id: 5 } } };
    await user.click(screen.getByRole("button", { name: "Menikini saqlash" }));
    expect(sent(calls).at(-1)).toEqual({
      name: "Mening nomim",
      type: 1,
      number: null,
      permissions: { "users:staff": ["read"] },
      version: 2,
    });
  });
});
