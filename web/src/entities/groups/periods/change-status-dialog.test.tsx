import { screen } from "@testing-library/react";
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { waitForIdle } from "@/testing/clock";
import { type ApiCall, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { ChangeStatusDialog } from "./change-status-dialog";

const { toasts } = vi.hoisted(() => ({ toasts: [] as string[] }));
// Stands for the toast library, outside of our code.
vi.mock("sonner", () => {
  const show = (text: string) => toasts.push(text);
  return { toast: { success: show, info: show, error: show } };
});

const ACTIONS = ["Faol", "Tugatgan", "Kurssiz", "Imtiyozli", "Ketgan", "Hisobga olinmaydi"];
const period = {
  studentGroupId: 7,
  groupName: "Python N1",
  actionId: 1,
  endedDate: null,
  groupStatus: 2,
  groupStartedDate: "2026-05-01",
  groupEndedDate: "2026-07-01",
  version: 3,
};

async function open(): Promise<ApiCall[]> {
  const controlActions = ACTIONS.map((displayName, place) => ({
    id: place + 1,
    name: displayName,
    displayName,
    countsInStatistics: place + 1 < ACTIONS.length,
  }));
  const calls = mockApi(() => ({ data: { today: "2026-05-15", controlActions } }));
  await renderScreen(() => <ChangeStatusDialog period={period} onClose={() => undefined} />);
  return calls;
}

const status = () => screen.getByRole("button", { name: /^Holati/ });
const start = () => screen.queryByLabelText<HTMLInputElement>("Boshlanish sanasi");
const save = () => screen.getByRole("button", { name: "Saqlash" });
const dialog = () => screen.getByRole("dialog");
const puts = (calls: ApiCall[]) => calls.filter((call) => call.verb === "PUT").map(({ path, body }) => [path, body]);

async function choose(name: string) {
  await user.click(status());
  await user.click(screen.getByRole("option", { name }));
}
async function submit() {
  await act(async () => (screen.getByRole("form") as HTMLFormElement).requestSubmit());
  await waitForIdle();
}

beforeEach(() => {
  toasts.length = 0;
});

describe("a student's status in a group", () => {
  it("it can be any control action, and cannot be emptied (R1-041, R1-201, R1-221)", async () => {
    await open();
    expect(dialog()).toHaveTextContent("Python N1");
    expect(screen.queryByRole("button", { name: /^Tozalash/ })).not.toBeInTheDocument();
    await user.click(status());
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual(ACTIONS);
  });

  it("the present one cannot be saved again (R1-203)", async () => {
    await open();
    expect(save()).toHaveAttribute("aria-disabled", "true");
    await choose("Ketgan");
    expect(save()).not.toHaveAttribute("aria-disabled", "true");
    await choose("Faol");
    expect(save()).toHaveAttribute("aria-disabled", "true");
  });

  it("only the one that does not count in statistics asks for a start date (R1-202)", async () => {
    await open();
    const dated = [];
    for (const name of ["Ketgan", "Hisobga olinmaydi", "Kurssiz"]) {
      await choose(name);
      dated.push(start() !== null);
    }
    expect(dated).toEqual([false, true, false]);
  });

  it("the start date is required and within the group's dates (R1-222, R1-223)", async () => {
    const calls = await open();
    await choose("Hisobga olinmaydi");
    await submit();
    expect(dialog()).toHaveTextContent("Boshlanish sanasi kiritilishi shart");
    await user.fill(start(), "30.04.2026");
    await submit();
    expect(dialog()).toHaveTextContent("Sana guruhning boshlanish va tugash sanalari orasida bo'lsin");
    expect(puts(calls)).toEqual([]);
    await user.fill(start(), "01.05.2026");
    await submit();
    const body = { studentGroupId: 7, version: 3, controlActionId: 6, startDate: "2026-05-01" };
    expect(puts(calls)).toEqual([["/student-groups/change-status", body]]);
  });

  it("a saved status is confirmed by a message (R1-204)", async () => {
    const calls = await open();
    await choose("Ketgan");
    await submit();
    expect(puts(calls)).toHaveLength(1);
    expect(toasts).toEqual(["Talaba holati saqlandi"]);
  });
});
