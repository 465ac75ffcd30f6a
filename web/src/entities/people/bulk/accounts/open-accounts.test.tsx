import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeClock, waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import type { BulkOperation } from "../bulk-operation";
import { HandOver } from "./hand-over";
import { OpenAccountsDialog } from "./open-accounts-dialog";

const ROW = { problem: null, numbered: false, fixed: false };
const PREVIEW = {
  total: 3,
  opens: 2,
  numbered: 1,
  unnamed: 1,
  refused: 1,
  teachers: 2,
  assistants: 0,
  teacherRole: { id: 4, name: "Academic" },
  assistantRole: null,
  rows: [
    { ...ROW, id: 7, name: "王 李", login: null, problem: "Ismidan login yasab bo'lmaydi" },
    { ...ROW, id: 3, name: "Karimova Aziza", login: "aziza.karimova2", numbered: true },
    { ...ROW, id: 5, name: "Saidov Anvar", login: "anvar.saidov" },
  ],
};
const ROLES = [{ id: 4, name: "Academic", type: 2 }];
const chosen = { ids: [3, 5, 7], total: 3, query: {}, clear: () => undefined };
const sent = (calls: ApiCall[], path: string) => calls.filter((call) => call.path === path).map(({ body }) => body);
const PATH = "/academic/bulk/open-accounts";

const PREVIEWED_MS = 400;

async function open(opening: (call: ApiCall) => ApiReply, preview: (call: ApiCall) => ApiReply) {
  const calls = mockApi((call) => {
    if (call.path === "/roles/all") return { data: { roles: ROLES, total: 1 } };
    return call.path.endsWith("/preview") ? preview(call) : opening(call);
  });
  const onClose = vi.fn();
  const shown = await renderScreen(() => <OpenAccountsDialog entity="teacher" chosen={chosen} onClose={onClose} />, {
    at: "/users/academic",
  });
  await waitForIdle(PREVIEWED_MS);
  return { calls, onClose, ...shown };
}
const confirm = (count: number) => screen.getByRole("button", { name: `Hisob ochish: ${count}` });

beforeEach(fakeClock);
afterEach(() => vi.unstubAllGlobals());

describe("accounts for many", () => {
  it("shows logins, conflicts and people without a name before anything is opened", async () => {
    const { calls } = await open(
      () => ({ data: {} }),
      () => ({ data: PREVIEW }),
    );
    const rows = within(screen.getByRole("list", { name: "Loginlar" })).getAllByRole("listitem");
    expect(rows[0]).toHaveTextContent("Ismidan login yasab bo'lmaydi");
    expect(rows[1]).toHaveTextContent("Bunday login bor: raqam qo'shildi");
    expect(screen.getByLabelText("Login: Saidov Anvar")).toHaveValue("anvar.saidov");
    expect(screen.getByRole("status")).toHaveTextContent("Ochiladi: 2 ta hisob");
    expect(screen.getByRole("status")).toHaveTextContent("Ismidan login chiqmagani: 1 kishi");
    expect(sent(calls, PATH)).toEqual([]);
  });

  it("opens with the pattern and the logins that were typed, once", async () => {
    const { calls, onClose } = await open(
      () => ({ data: { id: 9, jobId: null, total: 3, done: 3, refused: 0, results: [] } }),
      () => ({ data: PREVIEW }),
    );
    await user.fill(screen.getByLabelText("Login: 王 李"), "li.van");
    await user.fill(screen.getByLabelText(/Login namunasi/), "{f}.{last}");
    await waitForIdle(PREVIEWED_MS);
    const body = { all: false, ids: [3, 5, 7], pattern: "{f}.{last}", logins: [{ id: 7, login: "li.van" }] };
    expect(sent(calls, `${PATH}/preview`).at(-1)).toEqual(body);
    const button = confirm(2);
    act(() => {
      button.click();
      button.click();
    });
    await waitForIdle();
    expect(onClose).toHaveBeenCalledOnce();
    expect(sent(calls, PATH)).toEqual([body]);
  });

  it("says what is wrong with a pattern beside it and opens nothing", async () => {
    const fields = { pattern: ["{ism} bu yerda ishlatilmaydi"] };
    await open(
      () => ({ data: {} }),
      () => ({ status: 422, refusal: { code: "SHARED_INVALID", fields } }),
    );
    expect(screen.getByRole("dialog")).toHaveTextContent("{ism} bu yerda ishlatilmaydi");
    expect(confirm(0)).toHaveAttribute("aria-disabled", "true");
  });
});

const ACT = { id: 9, kind: "open_accounts", entity: "teacher", done: 45 } as BulkOperation;

describe("login slips", () => {
  it("issues passwords in portions of twenty and prints those of the unused accounts", async () => {
    const ids = Array.from({ length: 45 }, (_, at) => at + 1);
    const calls = mockApi((call) => {
      if (call.verb === "GET") return { data: { results: ids.map((studentId) => ({ studentId })), total: 45 } };
      const wanted = (call.body as { ids: number[] }).ids;
      const logins = wanted.map((id) => ({
        id,
        name: `Kishi ${id}`,
        login: `kishi${id}`,
        password: `p${id}`,
        message: null,
      }));
      if (logins[0]?.id === 1) Object.assign(logins[0], { password: null, message: "Egasi tizimga kirgan" });
      return { data: { logins } };
    });
    const print = vi.fn();
    vi.stubGlobal("print", print);
    await renderScreen(() => <HandOver act={ACT} />, { at: "/students/bulk/9" });
    await user.click(screen.getByRole("button", { name: "Login varaqalari" }));
    expect(calls.filter(({ verb }) => verb === "POST")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Parol berish" }));
    await user.click(screen.getByRole("button", { name: "Chop etish" }));
    expect(print).toHaveBeenCalledOnce();
    const portions = calls
      .filter(({ verb }) => verb === "POST")
      .map(({ body }) => (body as { ids: number[] }).ids.length);
    expect(portions).toEqual([20, 20, 5]);
    const paper = document.querySelector(".print-sheet");
    expect(paper?.querySelectorAll("section")).toHaveLength(44);
    expect(paper).toHaveTextContent("kishi2");
    expect(paper).toHaveTextContent("p45");
    expect(screen.getByText("Kishi 1: Egasi tizimga kirgan")).toBeVisible();
  });
});

it("sends the logins by SMS after a question and opens the results", async () => {
  const calls = mockApi(() => ({ data: { jobId: 3, batchId: 12, count: 45 } }));
  const { address } = await renderScreen(() => <HandOver act={ACT} />, { at: "/students/bulk/9" });
  await user.click(screen.getByRole("button", { name: "SMS bilan yuborish" }));
  expect(calls).toEqual([]);
  const question = within(screen.getByRole("alertdialog", { name: "Loginlar SMS bilan yuborilsinmi: 45 ta?" }));
  await user.click(question.getByRole("button", { name: "SMS bilan yuborish" }));
  expect(calls.map(({ path }) => path)).toEqual(["/students/bulk/9/send-logins"]);
  expect(address()).toBe("/students/sms/12");
});
