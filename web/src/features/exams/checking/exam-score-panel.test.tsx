import { fireEvent, screen } from "@testing-library/react";
import { createRef, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { type ApiCall, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { ExamScorePanel } from "./exam-score-panel";
import type { Typed } from "./use-exam-check";

const NOTHING: Typed = { score: "", failingReasonId: null, failingText: "", message: "", reason: "" };
const REASONS = [
  { id: 1, name: "Ko'chirgan", needsText: false },
  { id: 5, name: "Boshqa", needsText: true },
];
const AWARD = { xp: 260, silver: 26, levelBefore: 1, levelAfter: 2 };

async function open({ start = {}, corrects = false }: { start?: Partial<Typed>; corrects?: boolean }) {
  const saved = vi.fn();
  const calls = mockApi(({ path }: ApiCall) => ({
    data: path.endsWith("/award-preview") ? { award: AWARD } : { reasons: REASONS, remarks: [] },
  }));
  function Panel() {
    const [typed, setTyped] = useState({ ...NOTHING, ...start });
    return (
      <ExamScorePanel
        id={1}
        typed={typed}
        saving={{ pending: false, error: null }}
        disabled={false}
        corrects={corrects}
        messageRef={createRef()}
        onType={(more) => setTyped({ ...typed, ...more })}
        onSave={saved}
      />
    );
  }
  await renderScreen(Panel);
  return { calls, saved };
}
const button = (name: RegExp) => screen.getByRole("button", { name });
const disabled = (element: HTMLElement) =>
  element.hasAttribute("disabled") || element.getAttribute("aria-disabled") === "true";

describe("the score of an exam", () => {
  it("is saved once it is a score (D-87)", async () => {
    const { saved } = await open({});
    expect(disabled(button(/Saqlash va keyingisi/))).toBe(true);
    fireEvent.change(screen.getByLabelText("100 dan ball"), { target: { value: "88" } });
    fireEvent.click(button(/Saqlash va keyingisi/));
    expect(saved).toHaveBeenCalledTimes(1);
  });

  it("says the result and what it will earn at each edge (D-22, D-82)", async () => {
    await open({ start: { score: "60" } });
    expect(screen.getByText("O'tgan")).toBeTruthy();
    expect(screen.getByText(/260 XP/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText("100 dan ball"), { target: { value: "59" } });
    expect(screen.getByText("O'tmagan")).toBeTruthy();
  });

  it("earns nothing and is failed for a reason, whatever the score (D-29)", async () => {
    const { calls } = await open({ start: { score: "95", failingReasonId: 1 } });
    expect(screen.getByText("Yiqitilgan")).toBeTruthy();
    expect(screen.queryByText(/XP/)).toBeNull();
    expect(calls.some(({ path }) => path.endsWith("/award-preview"))).toBe(false);
  });

  it("goes on to the save, or to the text that a reason just chosen needs (D-87)", async () => {
    const { saved } = await open({});
    const choose = async (reason: string) => {
      fireEvent.click(await screen.findByRole("button", { name: /^Yiqitish sababi/ }));
      fireEvent.click(await screen.findByRole("option", { name: reason }));
    };
    await choose("Ko'chirgan");
    expect(document.activeElement).toBe(button(/Saqlash va keyingisi/));
    await choose("Boshqa");
    const text = await screen.findByLabelText("Sababni yozing");
    expect(document.activeElement).toBe(text);
    fireEvent.change(text, { target: { value: "Telefondan o'qidi" } });
    fireEvent.keyDown(text, { key: "Enter" });
    expect(saved).toHaveBeenCalledTimes(1);
  });

  it("is corrected after the announcement with a reason alone (D-86)", async () => {
    const { saved } = await open({ start: { score: "65" }, corrects: true });
    expect(disabled(button(/^Natijani tuzatish/))).toBe(true);
    fireEvent.change(screen.getByLabelText("Tuzatish sababi"), { target: { value: "Bir sahifa" } });
    fireEvent.click(button(/^Natijani tuzatish/));
    expect(saved).toHaveBeenCalledTimes(1);
  });
});
