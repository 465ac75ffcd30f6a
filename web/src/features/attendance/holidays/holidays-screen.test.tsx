/** Holidays on the screen: whose branches they close, and who may add and delete them (D-153). */
import { screen, within } from "@testing-library/react";
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Holiday } from "@/api/types";
import { startSession } from "@/entities/access/session";
import { type ApiCall, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { HolidaysScreen } from "./holidays-screen";

const { toasts } = vi.hoisted(() => ({ toasts: [] as string[] }));
// Stands for the toast library, outside of our code.
vi.mock("sonner", () => {
  const say = (text: string) => toasts.push(text);
  return { toast: { success: say, info: say, error: say } };
});

const CHILONZOR = { id: 1, name: "Chilonzor" };
const SERGELI = { id: 2, name: "Sergeli" };
const holiday = (id: number, name: string, more: Partial<Holiday>): Holiday => ({
  ...{ id, name, date: `2027-03-0${id}`, wholeCentre: false, offices: [], elsewhere: 0 },
  ...more,
});
const HOLIDAYS = [
  holiday(3, "Filial bayrami", { offices: [CHILONZOR] }),
  holiday(2, "Ikki filialda", { offices: [CHILONZOR], elsewhere: 2 }),
  holiday(1, "Navro'z", { wholeCentre: true }),
];

interface Person {
  allOffices?: boolean;
  offices?: object[];
  actions?: string[];
}

async function open({ allOffices = false, offices = [CHILONZOR], actions = ["read", "update"] }: Person = {}) {
  const attendance = { name: "attendance", permissions: actions, children: [] };
  const calls = mockApi(({ verb, path }: ApiCall) => {
    if (path === "/profile") return { data: { id: 1, login: "a", role: {}, offices, allOffices, timeZone: "UTC" } };
    if (path.endsWith("/mine"))
      return { data: { permissionObjects: [{ name: "all_groups", permissions: [], children: [attendance] }] } };
    if (path === "/offices") return { data: { offices: allOffices ? [CHILONZOR, SERGELI] : offices } };
    if (verb === "POST") return { data: { holiday: HOLIDAYS[0] } };
    return { data: path === "/holidays" ? { holidays: HOLIDAYS } : {} };
  });
  await act(() => startSession());
  await renderScreen(HolidaysScreen, { at: "/holidays" });
  return calls;
}

const rows = () => [...document.querySelectorAll("tbody tr")].map((row) => row.textContent);
const add = () => screen.getByRole("button", { name: "Kun qo'shish" });
const sent = (calls: ApiCall[], verb: string) => calls.filter((call) => call.verb === verb && call.path !== "/x");

async function fill(date: string, name: string) {
  await user.fill(screen.getByRole("textbox", { name: /^Sana/ }), date);
  await user.fill(screen.getByRole("textbox", { name: /^Nomi/ }), name);
}

beforeEach(() => {
  toasts.length = 0;
  sessionStorage.clear();
});

describe("the holidays", () => {
  it("each shows its branches, or that it is the whole centre's", async () => {
    await open();
    expect(rows()).toEqual([
      expect.stringContaining("03.03.2027Filial bayramiChilonzor"),
      expect.stringContaining("02.03.2027Ikki filialdaChilonzor, yana 2 ta filial"),
      expect.stringContaining("01.03.2027Navro'zButun markaz"),
    ]);
  });

  it("a person of one branch adds one of that branch, and is told who closes the whole centre", async () => {
    const calls = await open();
    await user.click(add());
    const form = within(screen.getByRole("dialog"));
    expect(form.getByRole("checkbox", { name: "Butun markaz" })).toBeDisabled();
    expect(screen.getByRole("dialog")).toHaveTextContent("barcha filiallarga biriktirilgan xodim o'zgartira oladi");
    await fill("03.03.2027", "Filial bayrami");
    await user.click(form.getByRole("button", { name: "Qo'shish" }));
    expect(sent(calls, "POST").map(({ body }) => body)).toEqual([
      { date: "2027-03-03", name: "Filial bayrami", officeIds: [1] },
    ]);
    expect(toasts).toEqual(["Dam olish kuni qo'shildi"]);
  });

  it("a person of all branches closes the whole centre, or chooses branches", async () => {
    const calls = await open({ allOffices: true, offices: [] });
    await user.click(add());
    const form = within(screen.getByRole("dialog"));
    expect(form.queryByText("Filiallar")).not.toBeInTheDocument();
    await fill("31.02.2027", "Navro'z");
    await user.click(form.getByRole("button", { name: "Qo'shish" }));
    expect(screen.getByRole("dialog")).toHaveTextContent("Bunday kun yo'q");
    await fill("21.03", "Navro'z");
    await user.click(form.getByRole("button", { name: "Qo'shish" }));
    expect(screen.getByRole("dialog")).toHaveTextContent("Sanani KK.OO.YYYY ko'rinishida yozing");
    await user.click(form.getByRole("checkbox", { name: "Butun markaz" }));
    await fill("21.03.2027", "Navro'z");
    await user.click(form.getByRole("button", { name: "Qo'shish" }));
    expect(screen.getByRole("dialog")).toHaveTextContent("To'ldirilishi shart");
    expect(sent(calls, "POST")).toEqual([]);
    await user.click(form.getByRole("checkbox", { name: "Butun markaz" }));
    await user.click(form.getByRole("button", { name: "Qo'shish" }));
    expect(sent(calls, "POST").map(({ body }) => body)).toEqual([
      { date: "2027-03-21", name: "Navro'z", officeIds: [] },
    ]);
  });

  it("only a holiday of the person's own branches is deleted; of the others the menu says why not", async () => {
    const calls = await open();
    const menuOf = (name: string) => screen.getByRole("button", { name: new RegExp(name) });
    for (const [name, reason] of [
      ["Navro'z", /barcha filiallarga biriktirilgan xodim o'zgartira oladi/],
      ["Ikki filialda", /shu filiallarning barchasiga biriktirilgan xodim o'chira oladi/],
    ] as const) {
      await user.click(menuOf(name));
      const item = await screen.findByRole("menuitem", { name: /O'chirish/ });
      expect(item).toHaveAttribute("aria-disabled", "true");
      expect(item.parentElement).toHaveTextContent(reason);
      await user.keyboard("{Escape}");
    }
    await user.click(menuOf("Filial bayrami"));
    await user.click(await screen.findByRole("menuitem", { name: "O'chirish" }));
    const question = screen.getByRole("alertdialog");
    expect(question).toHaveTextContent("03.03.2027 «Filial bayrami» o'chirilsinmi?");
    await user.click(within(question).getByRole("button", { name: "Kunni o'chirish" }));
    expect(sent(calls, "DELETE").map(({ path }) => path)).toEqual(["/holidays/3"]);
  });

  it("holidays are read-only without the permission, and without a branch none can be added", async () => {
    await open({ actions: ["read"] });
    expect(screen.queryByRole("button", { name: "Kun qo'shish" })).not.toBeInTheDocument();
    expect(document.querySelectorAll("tbody button")).toHaveLength(0);
  });

  it("a person without a branch is told why none can be added", async () => {
    await open({ offices: [] });
    expect(add()).toHaveAttribute("aria-disabled", "true");
  });
});
