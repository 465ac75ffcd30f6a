import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { BulkOperationScreen } from "../../bulk/bulk-operation-screen";
import { BulkBranchDialog } from "./bulk-branch-dialog";

type Toast = { action?: { label: string; onClick: () => void } };
const { toasts, last } = vi.hoisted(() => ({ toasts: [] as string[], last: {} as Toast }));
// Stands for the toast library, outside of our code.
vi.mock("sonner", () => {
  const show = (text: string, options?: Toast) => {
    last.action = options?.action;
    return toasts.push(text);
  };
  return { toast: { success: show, info: show, error: show } };
});

const OFFICES = [
  { id: 1, name: "Chilonzor" },
  { id: 2, name: "Sergeli" },
];
const DONE = { id: 9, jobId: null, total: 2, done: 2, refused: 0, results: [] };
const chosen = { ids: [3, 5], total: 2, query: {}, clear: () => undefined };
const writes = (calls: ApiCall[]) => calls.filter(({ verb }) => verb !== "GET");

async function open(answer: (call: ApiCall) => ApiReply) {
  const calls = mockApi((call) =>
    call.path === "/students/filter-objects" ? { data: { offices: OFFICES } } : answer(call),
  );
  const shown = await renderScreen(() => <BulkBranchDialog chosen={chosen} onClose={() => undefined} />, {
    at: "/students",
  });
  return { calls, ...shown };
}
const confirm = () => screen.getByRole("button", { name: "O'zgartirish: 2" });
async function choose(name: string) {
  await user.click(screen.getByRole("button", { name: /^Filiallar/ }));
  await user.click(screen.getByRole("option", { name }));
}

afterEach(() => {
  toasts.length = 0;
});

describe("a change of branch for many", () => {
  it("asks for a branch, sends it once with the selection, and is undone from its message", async () => {
    const { calls } = await open(() => ({ data: DONE }));
    await user.click(confirm());
    expect(writes(calls)).toEqual([]);
    await choose("Sergeli");
    await user.click(confirm());
    expect(writes(calls).map(({ path, body }) => [path, body])).toEqual([
      ["/students/bulk/change-branch", { all: false, ids: [3, 5], officeIds: [2], keep: false }],
    ]);
    expect(toasts).toEqual(["Filiali o'zgartirildi: 2 kishi"]);
    last.action?.onClick();
    await vi.waitFor(() => expect(toasts).toContain("Filiali qaytarildi: 2 kishi"));
    expect(writes(calls).at(-1)?.path).toBe("/students/bulk/9/undo");
  });

  it("adds to the present branches where that is ticked", async () => {
    const { calls } = await open(() => ({ data: DONE }));
    await choose("Chilonzor");
    await user.click(screen.getByRole("checkbox"));
    await user.click(confirm());
    expect(writes(calls)[0]?.body).toMatchObject({ officeIds: [1], keep: true });
  });

  it("shows a refused branch beside the field and stays open", async () => {
    const fields = { officeIds: ["Bu qiymatni tanlab bo'lmaydi"] };
    await open(() => ({ status: 422, refusal: { code: "SHARED_INVALID", fields } }));
    await choose("Sergeli");
    await user.click(confirm());
    expect(screen.getByRole("dialog")).toHaveTextContent("Bu qiymatni tanlab bo'lmaydi");
    expect(toasts).toEqual([]);
  });

  it("opens the results where somebody was left out", async () => {
    const { address } = await open(() => ({ data: { ...DONE, done: 1, refused: 1 } }));
    await choose("Sergeli");
    await user.click(confirm());
    expect(address()).toBe("/students/bulk/9");
  });
});

describe("the page of a change of branch", () => {
  it("names the branches, links an academic to the page of academics, and offers the undo", async () => {
    const act = {
      ...{ id: 9, kind: "change_branch", entity: "teacher", reason: "", group: null, offices: [OFFICES[1]] },
      ...{ createdAt: "2026-09-01T19:30:00Z", state: "done", total: 1, done: 1, refused: 0 },
      ...{ undoable: true, undoneBy: null },
    };
    const results = [{ studentId: 7, student: { id: 7, name: "Karimova Nodira" }, outcome: "done", message: null }];
    mockApi(({ path }) => ({ data: path.endsWith("/results") ? { results, total: 1 } : { act } }));
    const { container } = await renderScreen(BulkOperationScreen, {
      at: "/students/bulk/9",
      pattern: "/students/bulk/:id",
    });
    expect(container).toHaveTextContent("FiliallarSergeli");
    expect(screen.getByRole("link", { name: "Karimova Nodira" })).toHaveAttribute("href", "/users/academic/7");
    expect(screen.getByRole("button", { name: "Filialni qaytarish: 1" })).toBeInTheDocument();
  });
});
