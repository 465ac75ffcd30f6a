import { screen, within } from "@testing-library/react";
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startSession } from "@/entities/access/session";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { RecordHistory } from "./record-history";

const { toasts } = vi.hoisted(() => ({ toasts: [] as string[] }));
// Stands for the toast library, outside of our code.
vi.mock("sonner", () => {
  const show = (text: string) => toasts.push(text);
  return { toast: { success: show, info: show, error: show } };
});

const change = (field: string, label: string, before: string, after: string) => ({
  field,
  label,
  before,
  after,
  added: [],
  removed: [],
  referents: [],
});
const entry = {
  key: "a7",
  entity: "student",
  entityId: 5,
  at: "2026-11-20T20:30:00Z",
  actorId: 3,
  actorName: "Rahimova Dilnoza",
  auditId: 7,
  runId: null,
  comment: "Talaba ma'lumotlari o'zgartirildi",
  changes: [change("first_name", "Ism", "Shaxzoda", "Shahzoda")],
  masked: false,
  takeable: true,
  whyNot: null,
};
const blocked = { ...entry, key: "a8", auditId: 8, takeable: false, whyNot: "Buning teskari amali bor" };
const would = {
  version: 4,
  changes: [change("first_name", "Ism", "Shahzoda", "Shaxzoda")],
  left: [{ change: change("phone", "Telefon", "+998 93", "+998 90"), reason: "Shundan keyin yana o'zgargan" }],
};

let answered: ApiReply;

function server({ verb, path }: ApiCall): ApiReply {
  if (path === "/students/5/history") return { data: { history: [entry, blocked], total: 2 } };
  if (path === "/students/5/history/7/take-back") return verb === "PUT" ? answered : { data: would };
  return { data: {} };
}

async function open(permissions: string[]) {
  const rights = [{ name: "users", permissions: [], children: [{ name: "students", permissions, children: [] }] }];
  const calls = mockApi((call) =>
    call.path.endsWith("/mine") ? { data: { permissionObjects: rights } } : server(call),
  );
  await act(() => startSession());
  await renderScreen(() => <RecordHistory path="/students/{id}/history" id={5} />);
  return calls;
}

beforeEach(() => {
  toasts.length = 0;
  answered = { data: would };
});
describe("a change in a history", () => {
  it("the preview of a revert names its effect and what stays, and the revert does exactly that (WISH-19)", async () => {
    const calls = await open(["read", "update"]);
    await user.click(screen.getByRole("button", { name: "Ortga qaytarish" }));
    await vi.waitFor(() => expect(screen.getByRole("dialog")).toHaveTextContent("Shaxzoda"));
    const dialog = screen.getByRole("dialog");
    expect(dialog).toHaveTextContent("Shundayligicha qoladi");
    expect(dialog).toHaveTextContent("Shundan keyin yana o'zgargan");
    await user.click(within(dialog).getByRole("button", { name: "Ortga qaytarish" }));
    expect(calls.find((call) => call.verb === "PUT")?.body).toEqual({ version: 4 });
    expect(toasts).toEqual(["O'zgarish ortga qaytarildi"]);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("a change with an inverse action of its own names it and offers no revert", async () => {
    await open(["read", "update"]);
    expect(document.body).toHaveTextContent("Buning teskari amali bor");
    expect(screen.getAllByRole("button")).toHaveLength(1);
  });

  it("a revert is hidden from people who may not change the record", async () => {
    await open(["read"]);
    expect(screen.queryByRole("button", { name: "Ortga qaytarish" })).not.toBeInTheDocument();
    expect(document.body).not.toHaveTextContent("teskari amali");
  });

  it("a rejected revert shows the form's errors and leaves the dialog open", async () => {
    answered = { status: 422, refusal: { code: "SHARED_INVALID", fields: { officeIds: ["Ro'yxatdan tanlang"] } } };
    await open(["read", "update"]);
    await user.click(screen.getByRole("button", { name: "Ortga qaytarish" }));
    await vi.waitFor(() => expect(screen.getByRole("dialog")).toHaveTextContent("Shaxzoda"));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Ortga qaytarish" }));
    expect(within(screen.getByRole("dialog")).getByRole("alert").textContent).toBe("Ro'yxatdan tanlang");
  });
});
