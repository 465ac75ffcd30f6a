import { screen, within } from "@testing-library/react";
import { act } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SyncRunCard } from "@/api/types";
import { startSession } from "@/entities/access/session";
import { waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { resetScreen } from "@/testing/reset-screen";
import { user } from "@/testing/user";
import { trackRun } from "../tracked-run";
import { RunReport } from "./run-report";

const { toasts } = vi.hoisted(() => ({ toasts: [] as { look: string; text: string }[] }));
// Stands for the toast library, outside of our code.
vi.mock("sonner", () => {
  const show = (look: string) => (text: string) => toasts.push({ look, text });
  return { toast: { success: show("success"), info: show("info"), error: show("error") } };
});

const part = {
  feed: "students",
  state: "done",
  announced: 9,
  read: 9,
  unchanged: 0,
  parked: 0,
  refused: 0,
  older: 0,
  errors: [],
};
const done: SyncRunCard = {
  ...{ id: 7, type: "all", status: "done", percent: 100, startedAt: "2026-11-20T03:10:00Z" },
  ...{ finishedAt: "2026-11-20T03:11:00Z", startedBy: null, created: 1, updated: 2, deleted: 0, parked: 0 },
  ...{ full: false, approves: null, reverts: null, revertedAt: null, reason: null, message: null, comment: "" },
  stop: null,
  ...{ allowedBy: null, removals: [], mayApprove: false, approvedIn: null, mayRevert: true, revertHint: null },
  ...{ revertedBy: null, revertedIn: null },
  parts: [{ ...part, feed: "students", state: "done", created: 1, updated: 2, deleted: 0, differing: 3 }],
};
const going = (total: number, hidden: number, names: string[]): SyncRunCard["removals"][number] => ({
  ...{ feed: "students", total, hidden, withThem: 4 },
  rows: names.map((name, place) => ({ id: `s${place}`, name, what: "removed" })),
});
const stopped: SyncRunCard = {
  ...{ ...done, status: "aborted", reason: "change_threshold", message: "Talabalar: 1 200 tasi o'chib ketar edi" },
  ...{ mayApprove: true, mayRevert: false, created: 0, updated: 0, removals: [going(1200, 198, ["Karimova Nigora"])] },
};
const numbers: SyncRunCard["stop"] = {
  ...{ feed: "students", present: 1300, changing: 1200, limit: 130, accounts: 2 },
  effects: [
    { what: "branches_emptied", count: 1100 },
    { what: "status_turned", count: 100 },
  ],
};
const change = {
  ...{ id: 1, entity: "student", entityId: 5, schoolId: "s5", name: "Karimova Nigora", verb: "updated" },
  fields: [{ field: "phone", label: "Telefon", before: null, after: "+998901234567" }],
};

let run = done;
let refusal: ApiReply | null = null;
const MAY = [
  { name: "users", permissions: [], children: [{ name: "students", permissions: ["read", "update"], children: [] }] },
];

async function open(shown: SyncRunCard, permissionObjects: object[] = MAY, allOffices = true): Promise<ApiCall[]> {
  run = shown;
  const profile = { id: 1, login: "a", fullName: "A", role: { id: 1, name: "A", type: 1 }, offices: [], allOffices };
  const calls = mockApi(({ verb, path }) => {
    if (path === "/profile") return { data: { ...profile, timeZone: "Asia/Tashkent" } };
    if (path === "/roles/permission-objects/mine") return { data: { permissionObjects } };
    if (verb === "PUT") return refusal ?? { status: 202, data: { run: { ...done, id: 8, status: "waiting" } } };
    if (path.endsWith("/changes")) return { data: { changes: [change], total: 31, hidden: 2 } };
    if (path.startsWith("/synchronization/runs/")) return { data: { run } };
    return {};
  });
  await act(() => startSession());
  await renderScreen(() => <RunReport id={7} />, { at: "/synchronization?run=7" });
  return calls;
}

const text = () => document.body.textContent ?? "";
const puts = (calls: ApiCall[]) => calls.filter((call) => call.verb === "PUT");
// Its no-break spaces count: Testing Library would fold them.
const field = (label: string) => screen.getByLabelText(label, { normalizer: (text) => text });

afterEach(() => {
  trackRun(null);
  refusal = null;
  toasts.length = 0;
});

describe("a stopped run", () => {
  it("the removals are listed, and approving them requires their count to be typed (D-49)", async () => {
    const calls = await open(stopped);
    expect(text()).toContain("Talabalar: 1200 ta yozuv, ular bilan 4 ta guruh a'zoligi");
    expect(text()).toContain("Karimova Nigora");
    expect(text()).toContain("maktabda o'chirilgan");
    expect(text()).not.toContain("change_threshold");
    expect(text()).toContain("Yana 1001 ta");
    expect(text()).toContain("198 tasi boshqa filiallarda yoki huquqingizdan tashqarida");
    await user.click(screen.getByRole("button", { name: "O'zgarishga ruxsat" }));
    expect(screen.getByRole("alertdialog")).toHaveTextContent("1200 ta yozuv o'zgaradi");
    await user.fill(field("Tasdiqlash uchun 1\u00a0200 sonini yozing"), "12");
    await user.click(screen.getByRole("button", { name: "Ruxsat berish" }));
    expect(puts(calls)).toEqual([]);
    expect(within(screen.getByRole("alertdialog")).getByRole("alert").textContent).toBe("Son mos emas: 1\u00a0200");
    await user.fill(field("Tasdiqlash uchun 1\u00a0200 sonini yozing"), "1200");
    await user.fill(field("Izoh (ixtiyoriy)"), "Ko'rdim");
    await user.click(screen.getByRole("button", { name: "Ruxsat berish" }));
    await waitForIdle(50);
    expect(puts(calls).map(({ path, body }) => [path, body])).toEqual([
      ["/synchronization/runs/7/approve", { comment: "Ko'rdim" }],
    ]);
    expect(toasts).toMatchObject([{ look: "success", text: "Ruxsat berildi, sinxronizatsiya boshlandi" }]);
  });

  it("a rejected approval shows the server's reason", async () => {
    refusal = { status: 409, refusal: { code: "SYNC_NOT_NEWEST", errId: 251, message: "Undan keyin yangisi bor" } };
    await open(stopped);
    await user.click(screen.getByRole("button", { name: "O'zgarishga ruxsat" }));
    await user.fill(field("Tasdiqlash uchun 1\u00a0200 sonini yozing"), "1200");
    await user.click(screen.getByRole("button", { name: "Ruxsat berish" }));
    expect(toasts).toMatchObject([{ look: "error", text: "Undan keyin yangisi bor" }]);
    expect(screen.getByRole("alertdialog")).toBeInTheDocument();
  });

  it("approval is hidden from people who may not start a run (D-59), and after it was given", async () => {
    await open(stopped, []);
    expect(screen.queryByRole("button", { name: "O'zgarishga ruxsat" })).not.toBeInTheDocument();
    resetScreen();
    await open({ ...stopped, mayApprove: false, approvedIn: 8 });
    expect(screen.queryByRole("button", { name: "O'zgarishga ruxsat" })).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Ochish: №8" })).toBeInTheDocument();
  });
});

describe("a run that a brake stopped (D-154)", () => {
  it("its numbers are named by kind, with the limit and that nothing was saved", async () => {
    await open({ ...stopped, stop: numbers });
    const counts = [...document.querySelectorAll("dl > div")].map((row) => row.textContent);
    expect(counts).toEqual(["filiallari bo'shatilgan1\u00a0100", "holati o'zgargan100", "yopiladigan hisoblar2"]);
    expect(text()).toContain("Ruxsatsiz 130 tagacha yozuv o'zgarishi mumkin.");
    expect(text()).toContain("Bu sinxronizatsiyadan hech narsa saqlanmadi.");
    expect(screen.queryByRole("button", { name: "Ortga qaytarish" })).not.toBeInTheDocument();
  });

  it("what stands is one line, and one press takes it back", async () => {
    const calls = await open({ ...stopped, stop: numbers, created: 3, updated: 4, mayRevert: true });
    expect(text()).toContain("To'xtashdan oldin saqlandi: 3 ta qo'shildi, 4 ta o'zgardi, 0 ta tugatildi.");
    expect(screen.getAllByRole("button", { name: "Ortga qaytarish" })).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Ortga qaytarish" }));
    await waitForIdle(50);
    expect(puts(calls).map((call) => call.path)).toEqual(["/synchronization/runs/7/revert"]);
  });

  it("a tenfold feed is approved by the number of records that it brings", async () => {
    const growth = { ...numbers, present: 80, changing: 800, limit: 400, accounts: 0 };
    const effects = [{ what: "tenfold" as const, count: 800 }];
    const calls = await open({ ...stopped, reason: "tenfold", removals: [], stop: { ...growth, effects } });
    expect(text()).toContain("Ruxsatsiz 400 tagacha yozuv yuklanishi mumkin.");
    await user.click(screen.getByRole("button", { name: "O'zgarishga ruxsat" }));
    expect(screen.getByRole("alertdialog")).toHaveTextContent("Talabalar: 800 ta yozuv");
    await user.fill(field("Tasdiqlash uchun 800 sonini yozing"), "800");
    await user.click(screen.getByRole("button", { name: "Ruxsat berish" }));
    await waitForIdle(50);
    expect(puts(calls).map((call) => call.path)).toEqual(["/synchronization/runs/7/approve"]);
  });

  it("versions that went back are named in any run", async () => {
    await open({ ...done, parts: done.parts.map((one) => ({ ...one, older: 12 })) });
    expect(text()).toContain(
      "12 ta yozuv eskiroq versiyada keldi: maktab tizimi zaxira nusxadan tiklangan bo'lsa kerak.",
    );
  });
});

describe("a finished run", () => {
  it("its changes are listed by field and kind, with the count of hidden ones", async () => {
    const calls = await open(done);
    expect(text()).toContain("Farq qiladi: 3");
    await user.click(screen.getByRole("button", { name: "O'zgarishlar" }));
    expect(text()).toContain("O'zgardi · Talabalar · ID s5");
    expect(screen.getAllByRole("term")[0]?.textContent).toBe("Telefon");
    expect(screen.getByRole("deletion").textContent).toBe("bo'sh");
    expect(screen.getByRole("insertion").textContent).toBe("+998901234567");
    expect(text()).toContain("2 ta o'zgarish boshqa filiallarga tegishli yoki huquqingizdan tashqarida");
    await user.click(screen.getByRole("button", { name: "2-sahifa" }));
    await user.selectOptions(screen.getAllByRole("combobox")[0], "student");
    const queries = calls.filter((call) => call.path.endsWith("/changes")).map((call) => call.query.toString());
    expect(queries).toEqual(["page=1&perPage=10", "page=2&perPage=10", "page=1&perPage=10&entity=student"]);
  });

  it("a revert asks for confirmation by the run's number", async () => {
    const calls = await open(done);
    await user.click(screen.getByRole("button", { name: "Ortga qaytarish" }));
    const question = screen.getByRole("alertdialog");
    expect(question).toHaveTextContent("№7 sinxronizatsiya ortga qaytarilsinmi?");
    expect(question).toHaveTextContent("Qo'shilgan yozuvlar (1) tugatiladi, o'zgargan (2)");
    await user.click(within(question).getByRole("button", { name: "Ortga qaytarish" }));
    await waitForIdle(50);
    expect(puts(calls).map((call) => call.path)).toEqual(["/synchronization/runs/7/revert"]);
    expect(toasts).toMatchObject([{ look: "success", text: "Ortga qaytarish boshlandi" }]);
  });

  it("a person of one branch is told who approves and reverts a run (D-153)", async () => {
    const calls = await open(done, MAY, false);
    await user.click(screen.getByRole("button", { name: "Ortga qaytarish" }));
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    expect(await screen.findByRole("tooltip")).toHaveTextContent(
      "barcha filiallarga biriktirilgan xodim o'zgartira oladi",
    );
    resetScreen();
    await open(stopped, MAY, false);
    const approve = screen.getByRole("button", { name: "O'zgarishga ruxsat" });
    expect(approve).toHaveAttribute("aria-disabled", "true");
    await user.click(approve);
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    expect(puts(calls)).toEqual([]);
  });

  it("a run that can't be reverted names the reason, a reverted one the person", async () => {
    await open({ ...done, mayRevert: false, revertHint: "Birinchi to'liq sinxronizatsiyani qaytarib bo'lmaydi" });
    expect(screen.queryByRole("button", { name: "Ortga qaytarish" })).not.toBeInTheDocument();
    expect(text()).toContain("Birinchi to'liq sinxronizatsiyani qaytarib bo'lmaydi");
    resetScreen();
    const by = { revertedAt: "2026-11-20T05:00:00Z", revertedBy: { id: 2, name: "Nodira" }, revertedIn: 9 };
    await open({ ...done, ...by, mayRevert: false, revertHint: "Allaqachon qaytarilgan" });
    expect(text()).toContain("Ortga qaytargan: Nodira");
    expect(text()).not.toContain("Allaqachon qaytarilgan");
    expect(screen.getByRole("button", { name: "Ochish: №9" })).toBeInTheDocument();
  });

  it("changes that a revert left are labelled as such", async () => {
    const error = { id: "s1", field: "last_name", code: "changed_since", message: "Keyin o'zgargan" };
    const left = { ...part, feed: "students" as const, state: "done" as const, refused: 1, errors: [error] };
    await open({ ...done, reverts: 5, parts: [{ ...left, created: 0, updated: 1, deleted: 0, differing: 0 }] });
    expect(text()).toContain("№5 ortga qaytarilishi");
    expect(text()).toContain("Qoldirildi: 1");
    expect(text()).toContain("Qoldirilgan yozuvlar");
  });
});
