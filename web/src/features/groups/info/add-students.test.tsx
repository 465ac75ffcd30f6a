import { screen, within } from "@testing-library/react";
import { act } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { GroupRow } from "@/api/types";
import { startSession } from "@/entities/access/session";
import { waitForIdle } from "@/testing/clock";
import { type ApiCall, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { sample } from "@/testing/sample";
import { user } from "@/testing/user";
import { AddStudents } from "./add-students";

const { toasts } = vi.hoisted(() => ({ toasts: [] as string[] }));
// Stands for the toast library, outside of our code.
vi.mock("sonner", () => {
  const show = (text: string) => toasts.push(text);
  return { toast: { success: show, info: show, error: show } };
});

const SEARCH_DEBOUNCE_MS = 400;
const CHILONZOR = { id: 1, name: "Chilonzor" };
const SERGELI = { id: 2, name: "Sergeli" };
const GROUP = sample("GroupRow", {
  id: 7,
  name: "Python N1",
  status: 2,
  office: CHILONZOR,
  students: 14,
  endedDate: null,
});
const person = (id: number, fullName: string, more: object = {}) =>
  sample("GroupCandidate", {
    ...{ id, fullName, phoneNumber: "+998901112233", birthDate: "2008-03-05", offices: [CHILONZOR] },
    ...{ joined: false, clash: null, systemStatus: 1, ...more },
  });
const NEW = person(3, "Aliyev Vali");
const BUSY = person(4, "Aliyev Zokir", { clash: "Dizayn N2", offices: [SERGELI] });
const PRESENT = person(5, "Aliyeva Oysha", { joined: true });
const RIGHTS = { "users:students": ["read", "update"], "all_groups:all_homeworks": ["read"] };

type Found = { students: object[]; total: number; similar: boolean };
const FOUND: Found = { students: [NEW, BUSY, PRESENT], total: 3, similar: false };

async function open(group: object = {}, rights: Record<string, string[]> = RIGHTS, found: Found = FOUND) {
  const permissionObjects = Object.entries(rights).map(([name, actions]) => {
    const [module, option] = name.split(":");
    return { name: module, permissions: [], children: [{ name: option, permissions: actions }] };
  });
  const calls = mockApi(({ path, body }: ApiCall) => {
    if (path === "/profile")
      return { data: { id: 1, login: "a", role: {}, offices: [], allOffices: true, timeZone: "Asia/Tashkent" } };
    if (path.endsWith("/mine")) return { data: { permissionObjects } };
    if (path === "/student-groups/add") {
      const results = (body as { studentIds: number[] }).studentIds.map((studentId) =>
        studentId === BUSY.id
          ? { studentId, studentGroupId: null, message: "Talaba bu guruhda bor" }
          : { studentId, studentGroupId: 50 + studentId, message: null },
      );
      return { data: { results } };
    }
    return { data: found };
  });
  await act(() => startSession());
  await renderScreen(() => <AddStudents group={{ ...GROUP, ...group } as GroupRow} />);
  return calls;
}

const button = () => screen.queryByRole("button", { name: "Talaba qo'shish" });
async function search(typed = "aliyev") {
  await user.click(button());
  await waitForIdle();
  await user.fill(screen.getByRole("searchbox"), typed);
  await waitForIdle(SEARCH_DEBOUNCE_MS);
}
const add = () => screen.getByRole("button", { name: "Guruhga qo'shish" });
const sent = (calls: ApiCall[]) => calls.filter(({ verb }) => verb === "POST").map(({ body }) => body);

afterEach(() => {
  toasts.length = 0;
});

describe("adding students from the group's page", () => {
  it.each([
    ["both rights", RIGHTS, true],
    ["the homework right alone", { "all_groups:all_homeworks": ["read"] }, false],
    ["the students right alone", { "users:students": ["read", "update"] }, false],
  ])("with %s the button shows or not (R1-298, D-45)", async (_words, rights, shows) => {
    await open({}, rights as Record<string, string[]>);
    expect(button() !== null).toBe(shows);
  });

  it.each([
    ["has the status ended", { status: 3 }],
    ["ended before today", { endedDate: "2020-01-31" }],
  ])("a group that %s accepts nobody and says so", async (_words, group) => {
    await open(group);
    expect(button()).toHaveAttribute("aria-disabled", "true");
    await user.click(button());
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("the dialog says how many are in the group, who is in it, whose hours clash, who is of another branch", async () => {
    await open();
    await search();
    const dialog = screen.getByRole("dialog");
    expect(dialog).toHaveTextContent("Guruhda hozir 14 ta talaba bor.");
    const row = (name: RegExp) => screen.getByRole("checkbox", { name }).closest("label") as HTMLElement;
    expect(row(/Aliyev Vali/)).toHaveTextContent("+998 90 111-22-33 · 05.03.2008");
    expect(row(/Aliyev Zokir/)).toHaveTextContent("Vaqti to'g'ri kelmaydi: Dizayn N2");
    expect(row(/Aliyev Zokir/)).toHaveTextContent("Filiali boshqa, qo'shilgach Chilonzor filialida ham bo'ladi");
    expect(row(/Aliyeva Oysha/)).toHaveTextContent("Shu guruhda bor");
    expect(screen.getByRole("checkbox", { name: /Aliyeva Oysha/ })).toBeDisabled();
  });

  it("several are added by one call; who is refused stays with the reason (R1-372)", async () => {
    const calls = await open();
    await search();
    await user.click(screen.getByRole("checkbox", { name: /Aliyev Vali/ }));
    await user.click(screen.getByRole("checkbox", { name: /Aliyev Zokir/ }));
    await user.click(add());
    expect(sent(calls)).toEqual([{ studentIds: [3, 4], groupId: 7, startDate: null }]);
    await waitForIdle();
    expect(toasts).toEqual(["1 ta talaba Python N1 guruhiga qo'shildi"]);
    const stays = within(screen.getByRole("region", { name: "Tanlanganlar" })).getAllByRole("listitem");
    expect(stays.map((one) => one.textContent)).toEqual(["Aliyev ZokirTalaba bu guruhda bor"]);
  });

  it("similar names are told as such", async () => {
    await open({}, RIGHTS, { ...FOUND, similar: true });
    await search();
    expect(screen.getByText("Aynan shunday ism topilmadi, o'xshashlari:")).toBeInTheDocument();
  });

  it("nobody found is explained by branches", async () => {
    await open({}, RIGHTS, { students: [], total: 0, similar: false });
    await search("begona");
    expect(screen.getByText(/Boshqa filial talabasini/)).toBeInTheDocument();
  });
});
