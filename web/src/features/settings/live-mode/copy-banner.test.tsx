import { act, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { writeTokens } from "@/api/tokens";
import { startSession } from "@/entities/access/session";
import { waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { CopyBanner } from "./copy-banner";

vi.mock("sonner", () => ({ toast: { success: vi.fn(), info: vi.fn(), error: vi.fn() } }));

const MAY = [
  {
    name: "settings",
    permissions: [],
    children: [{ name: "integrations", permissions: ["read", "update"], children: [] }],
  },
];
let sent: unknown[] = [];

async function open(allOffices: boolean): Promise<void> {
  sent = [];
  const answers: Record<string, unknown> = {
    "/profile": { id: 1, login: "n", allOffices, superadmin: false, mustChangePassword: false, copy: true },
    "/roles/permission-objects/mine": { permissionObjects: MAY },
    "/live-mode": { live: false, jobs: [{ kind: "sms.send", count: 12, old: 3 }] },
  };
  mockApi(({ path, verb, body }: ApiCall): ApiReply => {
    if (verb === "PUT") {
      sent.push(body);
      return { data: { resumed: 9, dropped: 3 } };
    }
    return { data: answers[path] ?? {} };
  });
  writeTokens({ accessToken: "a", refreshToken: "r" });
  await act(() => startSession());
  await renderScreen(CopyBanner);
}

beforeEach(() => localStorage.clear());

describe("the banner of a copy", () => {
  it("offers going live to nobody of some branches", async () => {
    await open(false);
    expect(screen.getByText("Bu nusxa: SMS, bildirishnoma va qo'ng'iroqlar yuborilmaydi")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Ishga tushirish" })).toBeNull();
  });

  it("lists the waiting jobs before going live, and drops the old ones on choice", async () => {
    await open(true);
    await user.click(screen.getByRole("button", { name: "Ishga tushirish" }));
    await waitForIdle();
    expect(screen.getByText("SMS yuborish")).toBeTruthy();
    expect(screen.getByText("12")).toBeTruthy();
    expect(screen.getByText("3 tasi bir kundan eski")).toBeTruthy();
    await user.click(screen.getByRole("checkbox"));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Ishga tushirish" }));
    await waitForIdle();
    expect(sent).toEqual([{ dropOld: false }]);
  });
});
