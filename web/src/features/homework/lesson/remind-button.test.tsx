// R2-310, D-89: reminding is offered where somebody can be reminded
import { act, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { startSession } from "@/entities/access/session";
import { fakeClock, waitForIdle } from "@/testing/clock";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { RemindButton } from "./remind-button";

const at = "2026-11-26T04:05:00Z";
const student = (id: number, today: boolean) => ({
  studentId: id,
  fullName: `Talaba ${id}`,
  remindedAt: today ? at : null,
  today,
});

async function open(students: ReturnType<typeof student>[] | null) {
  mockApi(({ path }) => {
    if (path === "/profile") return { data: { id: 1, login: "a", role: {}, offices: [], timeZone: "Asia/Tashkent" } };
    if (path.endsWith("/remind-options")) return { data: { homework: students ? [{ homeworkId: 6, students }] : [] } };
    return { data: { permissionObjects: [] } };
  });
  await act(() => startSession());
  await renderScreen(() => <RemindButton groupId={7} homeworkId={6} />);
  return screen.getByRole("button", { name: "Eslatish" });
}

describe("the button that reminds", () => {
  beforeEach(() => fakeClock());

  it.each([
    ["everyone was reminded today", [student(1, true), student(2, true)], /hammasiga bugun eslatilgan.*09:05/],
    ["the lesson is older than seven days", null, /Oxirgi 7 kundagi/],
  ])("is disabled with its reason where %s", async (_, students, why) => {
    const button = await open(students);
    expect(button).toHaveAttribute("aria-disabled", "true");
    act(() => button.focus());
    await waitForIdle();
    expect(screen.getByRole("tooltip")).toHaveTextContent(why);
    await user.click(button);
    await waitForIdle();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("opens the dialog with those whom it reminds", async () => {
    const button = await open([student(1, true), student(2, false)]);
    expect(button).not.toHaveAttribute("aria-disabled");
    await user.click(button);
    await waitForIdle();
    expect(screen.getByRole("button", { name: "1 talabaga eslatish" })).toBeEnabled();
  });
});
