import { screen } from "@testing-library/react";
import { act } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SyncRunCard } from "@/api/types";
import { startSession } from "@/entities/access/session";
import { fakeClock, waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { toastWanted } from "@/ui/feedback/toast";
import { onListsReset } from "@/ui/list/reset-lists";
import { SyncButton } from "./sync-button";
import { trackRun } from "./tracked-run";

const { toasts } = vi.hoisted(() => ({ toasts: [] as { look: string; text: string; duration?: number }[] }));
// Stands for the toast library, outside of our code.
vi.mock("sonner", () => {
  const show =
    (look: string) =>
    (text: string, options: { duration?: number } = {}) =>
      toasts.push({ look, text, ...options });
  return { toast: { success: show("success"), info: show("info"), error: show("error") } };
});

const READ = [
  { name: "users", permissions: ["read"], children: [{ name: "students", permissions: ["read"], children: [] }] },
];
const UPDATE = [
  { name: "users", permissions: [], children: [{ name: "students", permissions: ["read", "update"], children: [] }] },
];

let run: SyncRunCard | null = null;
let refusal: ApiReply | null = null;

const begun = (percent: number, status: SyncRunCard["status"] = "running"): SyncRunCard => ({
  id: 7,
  type: "all",
  status,
  percent,
  startedAt: "2026-11-20T03:10:00Z",
  finishedAt: null,
  startedBy: null,
  created: 0,
  updated: 0,
  deleted: 0,
  parked: 0,
  full: false,
  approves: null,
  approvedIn: null,
  allowedBy: null,
  mayApprove: false,
  comment: "",
  removals: [],
  reverts: null,
  revertedAt: null,
  revertedBy: null,
  revertedIn: null,
  mayRevert: false,
  revertHint: null,
  reason: null,
  message: null,
  stop: null,
  parts: [],
});

function school(permissionObjects: object[]) {
  return ({ verb, path }: ApiCall): ApiReply => {
    if (path === "/profile")
      return {
        data: {
          id: 1,
          login: "a",
          fullName: "A",
          role: { id: 1, name: "Admin", type: 1 },
          offices: [],
          timeZone: "Asia/Tashkent",
        },
      };
    if (path === "/roles/permission-objects/mine") return { data: { permissionObjects } };
    if (path === "/synchronization/message-count") return { data: { count: 3 } };
    if (path.startsWith("/synchronization/") && verb === "PUT") {
      if (refusal) return refusal;
      run = begun(0);
      return { status: 202, data: { run } };
    }
    if (path.startsWith("/synchronization/")) {
      const running = run?.status === "running";
      return {
        data: { type: "all", state: running ? 1 : 2, percent: run?.percent ?? 0, lastSyncedAt: null, running, run },
      };
    }
    return {};
  };
}

async function open(permissions: object[] = UPDATE) {
  const calls = mockApi(school(permissions));
  await act(() => startSession());
  fakeClock();
  await renderScreen(SyncButton);
  return calls;
}

const times = (calls: ApiCall[], path: string) =>
  calls.filter((call) => call.verb === "GET" && call.path === path).length;

afterEach(() => {
  trackRun(null);
  run = null;
  refusal = null;
  toasts.length = 0;
});

describe("the synchronise button", () => {
  it("without an earlier run it says so, and its dialog starts all kinds (D-64)", async () => {
    const calls = await open();
    const button = screen.getByRole("button", { name: "Sinxronizatsiya. Oxirgisi: Hali sinxronlanmagan" });
    expect(button?.textContent).toBe("Hali sinxronlanmagan");
    await user.click(button);
    await user.click(screen.getByRole("button", { name: "Boshlash" }));
    expect(calls.find((call) => call.verb === "PUT")?.path).toBe("/synchronization/all");
  });

  it("progress is polled each second and the queue each six, and both are shown (R1-213, R1-215, D-43)", async () => {
    const calls = await open();
    await user.click(screen.getByRole("button", { name: "Sinxronizatsiya. Oxirgisi: Hali sinxronlanmagan" }));
    await user.click(screen.getByRole("button", { name: "Boshlash" }));
    const [progress, queue] = [times(calls, "/synchronization/all"), times(calls, "/synchronization/message-count")];
    run = begun(42.6);
    await waitForIdle(6_100);
    expect(times(calls, "/synchronization/all") - progress).toBeGreaterThanOrEqual(5);
    expect(times(calls, "/synchronization/message-count") - queue).toBe(1);
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("43");
    expect(document.body).toHaveTextContent("Navbatdagi ishlar: 3");
  });

  it("at the end the dialog closes with a success toast, and group lists return to their first page (R1-214, D-64)", async () => {
    const reset = vi.fn();
    const off = onListsReset("groups", reset);
    await open();
    await user.click(screen.getByRole("button", { name: "Sinxronizatsiya. Oxirgisi: Hali sinxronlanmagan" }));
    await user.click(screen.getByRole("button", { name: "Boshlash" }));
    run = begun(100, "done");
    await waitForIdle(1_100);
    await waitForIdle(100);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(toasts).toEqual([{ look: "success", text: "Sinxronizatsiya tugadi" }]);
    expect(reset).toHaveBeenCalledOnce();
    off();
  });

  it("a closed dialog still announces the end of the run", async () => {
    await open();
    await user.click(screen.getByRole("button", { name: "Sinxronizatsiya. Oxirgisi: Hali sinxronlanmagan" }));
    await user.click(screen.getByRole("button", { name: "Boshlash" }));
    await waitForIdle(1_100);
    await user.click(screen.getByRole("button", { name: "Fonda davom etsin" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    run = { ...begun(37, "failed"), reason: "SYNC_SCHOOL_AWAY", message: "Maktab tizimi javob bermadi" };
    await waitForIdle(1_100);
    await waitForIdle(100);
    expect(toasts).toMatchObject([{ look: "error", text: "Maktab tizimi javob bermadi" }]);
  });

  it("errId 245 closes the dialog and shows the specified notice for ten seconds (R1-415)", async () => {
    refusal = { status: 409, refusal: { code: "SYNC_IN_PROGRESS", errId: 245 } };
    await open();
    await user.click(screen.getByRole("button", { name: "Sinxronizatsiya. Oxirgisi: Hali sinxronlanmagan" }));
    await user.click(screen.getByRole("button", { name: "Boshlash" }));
    await waitForIdle(100);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(toasts).toEqual([
      { look: "info", text: "Sinxronizatsiya qilinyapti bir oz kutib keyin qayta yangilang", duration: 10_000 },
    ]);
    expect(toastWanted()).toBe(true);
  });

  it("people who may not start a run see its last time and no dialog (D-59)", async () => {
    await open(READ);
    const button = screen.getByRole("button", { name: "Sinxronizatsiya. Oxirgisi: Hali sinxronlanmagan" });
    expect(button?.getAttribute("aria-disabled")).toBe("true");
    await user.click(button);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("a run that another person started is followed", async () => {
    run = begun(12);
    await open();
    expect(screen.getByRole("button", { name: "Sinxronizatsiya qilinyapti: 12%" })?.textContent).toBe("12%");
    run = begun(100, "done_with_messages");
    await waitForIdle(1_100);
    await waitForIdle(100);
    expect(toasts).toMatchObject([{ look: "info" }]);
  });
});
