import { screen, within } from "@testing-library/react";
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startSession } from "@/entities/access/session";
import { waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { BranchesScreen } from "./branches-screen";

const { toasts } = vi.hoisted(() => ({ toasts: [] as { look: string; text: string }[] }));
// Stands for the toast library, outside of our code.
vi.mock("sonner", () => {
  const show = (look: string) => (text: string) => toasts.push({ look, text });
  return { toast: { success: show("success"), info: show("info"), error: show("error") } };
});

const ALL = ["create", "read", "update", "delete"];
const HEADS = [
  { id: 1, name: "Chilonzor maktabi", isRelated: true },
  { id: 2, name: "Sergeli maktabi", isRelated: false },
];
const OFFICES = [
  { id: 7, name: "Chilonzor", hOffice: HEADS[0], version: 1 },
  { id: 8, name: "Bosh filial", hOffice: null, version: 1 },
];

async function open(at = "/branch-office", rights = ALL, left: () => object[] = () => OFFICES) {
  const permissionObjects = [
    { name: "staff_control", permissions: [], children: [{ name: "offices", permissions: rights, children: [] }] },
  ];
  const calls = mockApi(({ verb, path }: ApiCall): ApiReply => {
    if (verb !== "GET") return { data: {} };
    if (path === "/profile")
      return { data: { id: 1, login: "a", role: {}, offices: [], allOffices: true, timeZone: "Asia/Tashkent" } };
    if (path.endsWith("/mine")) return { data: { permissionObjects } };
    return { data: path === "/offices/hh" ? { hOffices: HEADS } : { offices: left() } };
  });
  await act(() => startSession());
  const shown = await renderScreen(BranchesScreen, { at, pattern: "/branch-office" });
  return { ...shown, writes: () => calls.filter((call) => call.verb !== "GET").map(({ verb, path }) => [verb, path]) };
}

const rows = () => screen.getAllByRole("row").slice(1);
const add = () => screen.queryByRole("button", { name: "Filial qo'shish" });
const headOffice = () => screen.getByRole("button", { name: /^Maktab tizimidagi filial/ });
const name = () => screen.getByLabelText<HTMLInputElement>("Nomi");
const confirmation = () => screen.queryByRole("alertdialog");

/** The words of a row's menu. */
async function menuOf(branch: string): Promise<(string | null)[]> {
  await user.click(screen.getByRole("button", { name: `${branch}: amallar` }));
  return screen.getAllByRole("menuitem").map((item) => item.textContent);
}
async function choose(branch: string, act: string) {
  await menuOf(branch);
  await user.click(screen.getByRole("menuitem", { name: act }));
}
async function submit() {
  await act(async () => (screen.getByRole("form") as HTMLFormElement).requestSubmit());
  await waitForIdle();
}

beforeEach(() => {
  toasts.length = 0;
});

describe("the branches", () => {
  it("the table has number, name, branch of the school, and actions (R1-128)", async () => {
    await open();
    const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
    expect(heads).toEqual(["№", "Filial", "Maktab tizimidagi filial", "Amallar"]);
    expect(
      rows().map((row) =>
        within(row)
          .getAllByRole("cell")
          .slice(0, 3)
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ["1", "Chilonzor", "Chilonzor maktabi"],
      ["2", "Bosh filial", "Maktab tizimida yo'q"],
    ]);
  });

  it("one dialog adds a branch, or edits the selected one (R1-129)", async () => {
    const { address } = await open();
    await user.click(add());
    expect(screen.getByRole("dialog", { name: "Filial qo'shish" })).toBeInTheDocument();
    expect([address(), name().value]).toEqual(["/branch-office?edit=new", ""]);
    await user.click(screen.getByRole("button", { name: "Yopish" }));
    await choose("Chilonzor", "Tahrirlash");
    expect(screen.getByRole("dialog", { name: "Filialni tahrirlash" })).toBeInTheDocument();
    expect([address(), name().value]).toEqual(["/branch-office?edit=7", "Chilonzor"]);
  });

  it.each([
    ["create", true, ["Tarix"], "R1-294"],
    ["update", false, ["Tahrirlash", "Tarix"], "R1-295"],
    ["delete", false, ["Tarix", "O'chirish"], "R1-296"],
  ])("with %s alone the button to add is shown: %s, and the row offers %j (%s)", async (right, adds, offered) => {
    await open("/branch-office", ["read", right]);
    expect(add() !== null).toBe(adds);
    expect(await menuOf("Chilonzor")).toEqual(offered);
  });
});

describe("the form of a branch", () => {
  it("the school's branch and a name of three letters are required (R1-230, R1-231, R1-232, R1-233)", async () => {
    const { writes } = await open("/branch-office?edit=new");
    const messages = [];
    for (const typed of ["   ", "", " ab "]) {
      await user.fill(name(), typed);
      await submit();
      messages.push(screen.getByRole("dialog").textContent?.match(/To'ldirilishi shart|Kamida 3 ta belgi/)?.[0]);
    }
    expect(messages).toEqual(["To'ldirilishi shart", "To'ldirilishi shart", "Kamida 3 ta belgi"]);
    expect(screen.getByRole("dialog")).toHaveTextContent("Maktab tizimidagi filialni tanlang");
    expect(writes()).toEqual([]);
  });

  it("choosing the school's branch fills in the name; a related one cannot be chosen (R1-234, R1-236)", async () => {
    const { writes } = await open("/branch-office?edit=new");
    await user.click(headOffice());
    const [related, free] = screen.getAllByRole("option");
    expect([related, free].map((option) => option?.getAttribute("aria-disabled"))).toEqual(["true", null]);
    await user.click(free);
    expect(name().value).toBe("Sergeli maktabi");
    await submit();
    expect(writes()).toEqual([["POST", "/offices"]]);
  });

  it("the school's branch is fixed when a branch is edited (R1-235)", async () => {
    await open("/branch-office?edit=7");
    expect(headOffice()).toBeDisabled();
  });
});

describe("the deletion of a branch", () => {
  it("it is confirmed first, and the confirmation closes without a word about the missing branch (R1-130)", async () => {
    let offices = OFFICES;
    const { address, writes } = await open("/branch-office", ALL, () => offices);
    await choose("Bosh filial", "O'chirish");
    expect(confirmation()).toHaveTextContent("Bosh filial filiali o'chirilsinmi?");
    expect([address(), writes()]).toEqual(["/branch-office?delete=8", []]);
    offices = OFFICES.slice(0, 1);
    await user.click(within(confirmation() as HTMLElement).getByRole("button", { name: "Filialni o'chirish" }));
    expect(writes()).toEqual([["DELETE", "/offices/8"]]);
    expect([confirmation(), address(), rows().length]).toEqual([null, "/branch-office", 1]);
    expect(toasts).toEqual([{ look: "success", text: "Filial o'chirildi" }]);
  });

  it("without a selected branch there is a message and nothing to confirm (R1-131)", async () => {
    const { address, writes } = await open("/branch-office?delete=99");
    expect(toasts).toEqual([{ look: "info", text: "Avval filialni tanlang" }]);
    expect([confirmation(), address(), writes()]).toEqual([null, "/branch-office", []]);
  });

  it("the address asks nothing of a person who may not delete (R1-296)", async () => {
    await open("/branch-office?delete=7", ["read", "update"]);
    expect([confirmation(), toasts]).toEqual([null, []]);
  });
});
