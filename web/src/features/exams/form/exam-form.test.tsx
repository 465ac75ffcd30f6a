import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { waitForIdle } from "@/testing/clock";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { sample } from "@/testing/sample";
import { user } from "@/testing/user";
import { AddExamScreen } from "./add-exam-screen";

const GROUP = "/groups/3/staff/4/schedule/5";
const TASK = "Uch oylik mavzular bo'yicha loyiha";
/** 28 November, 09:00 to 12:00 in Tashkent. */
const OPTIONS = sample("ExamFormOptions", {
  group: { id: 3, name: "Python N12" },
  studyMonths: [
    { id: 21, number: 1, name: "1-oy" },
    { id: 22, number: 2, name: "2-oy" },
  ],
  students: [
    sample("ExamFormStudent", { id: 7, fullName: "Karimova Nodira", hId: "H7" }),
    sample("ExamFormStudent", { id: 8, fullName: "Umarova Zilola", hId: "H8" }),
  ],
  beginsAt: "2026-11-28T04:00:00Z",
  deadline: "2026-11-28T07:00:00Z",
});

async function open(reply: (call: ApiCall) => ApiReply = () => ({ data: { id: 9, version: 1 } })) {
  const calls = mockApi((call) => (call.path === "/exams/form-options" ? { data: OPTIONS } : reply(call)));
  const shown = await renderScreen(AddExamScreen, {
    at: `${GROUP}/add`,
    pattern: "/groups/:id/staff/:staffId/schedule/:scheduleId/add",
  });
  return { ...shown, sent: () => calls.filter(({ verb }) => verb === "POST") };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: "input, textarea" });
const task = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Topshiriq/ });
const write = (element: HTMLElement, value: string) => {
  fireEvent.change(element, { target: { value } });
  fireEvent.blur(element);
};
const choose = async (list: RegExp, ...names: string[]) => {
  await user.click(screen.getByRole("button", { name: list }));
  for (const name of names) await user.click(screen.getByRole("option", { name: new RegExp(`^${name}`) }));
  await user.keyboard("{Escape}");
};
const submit = async () => {
  await act(async () => (screen.getByRole("form") as HTMLFormElement).requestSubmit());
  await waitForIdle();
};
const errors = () => [...document.querySelectorAll('[aria-invalid="true"]')].length;

beforeEach(() => sessionStorage.clear());

describe("the form of an exam", () => {
  it("needs study months and a task (R2-196, D-86)", async () => {
    const { sent } = await open();
    write(task(), "  ");
    await submit();
    expect(screen.getByText("O'quv oyini tanlang")).toBeTruthy();
    expect(errors()).toBeGreaterThanOrEqual(2);
    expect(sent()).toEqual([]);
  });

  it.each([
    [3000, 1],
    [3001, 0],
  ])("takes a task of at most 3000 characters: %i (D-86)", async (length, calls) => {
    const { sent } = await open();
    await choose(/^O'quv oylari/, "1-oy");
    write(task(), "a".repeat(length));
    await submit();
    expect(sent()).toHaveLength(calls);
  });

  it.each([
    ["08:59", 0],
    ["09:00", 0],
    ["09:01", 1],
  ])("has its deadline after the begin at 09:00: %s (D-86)", async (time, calls) => {
    const { sent } = await open();
    await choose(/^O'quv oylari/, "2-oy");
    write(task(), TASK);
    write(field("Muddati, soati"), time);
    await submit();
    expect(screen.queryAllByText("Muddat boshlanishidan keyin bo'lishi kerak")).toHaveLength(1 - calls);
    expect(sent()).toHaveLength(calls);
  });

  it.each([
    ["Boshlanishi", "31.02.2026", "Sana KK.OO.YYYY ko'rinishida bo'lsin"],
    ["Muddati", "", "To'ldirilishi shart"],
    ["Muddati, soati", "25:00", "Vaqt SS:DD ko'rinishida bo'lsin"],
  ])("says beside %s that %j is none", async (label, value, words) => {
    const { sent } = await open();
    await choose(/^O'quv oylari/, "1-oy");
    write(task(), TASK);
    write(field(label), value);
    await submit();
    expect(screen.getByText(words)).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it("is given to the class, or to the chosen students, of whom there is at least one (D-86)", async () => {
    const { sent } = await open();
    await choose(/^O'quv oylari/, "2-oy", "1-oy");
    write(task(), TASK);
    await user.click(screen.getByRole("checkbox", { name: /Faqat tanlangan talabalar/ }));
    await submit();
    expect(screen.getByText("Talabalarni tanlang")).toBeTruthy();
    expect(sent()).toEqual([]);
    await choose(/^Qatnashchilar/, "Umarova Zilola");
    await submit();
    expect(sent()[0]?.path).toBe("/exam/for-admin");
    expect(sent()[0]?.body).toEqual({
      groupId: 3,
      studyMonthIds: [21, 22],
      description: TASK,
      beginsAt: "2026-11-28T04:00:00Z",
      deadline: "2026-11-28T07:00:00Z",
      studentIds: [8],
      attachments: [],
    });
  });

  it("loses nothing by a save that failed, nor by a reload after it (H3)", async () => {
    let working = false;
    const reply = () =>
      working ? { data: { id: 9, version: 1 } } : { status: 500, refusal: { code: "SHARED_FAILED", errId: "e1" } };
    const { address, sent } = await open(reply);
    await choose(/^O'quv oylari/, "1-oy", "2-oy");
    write(task(), TASK);
    write(field("Muddati"), "30.11.2026");
    await submit();
    expect(sent()).toHaveLength(1);
    expect(address()).toBe(`${GROUP}/add`);
    expect([task().value, field("Muddati").value]).toEqual([TASK, "30.11.2026"]);
    cleanup();
    working = true;
    const again = await open(reply);
    expect([task().value, field("Muddati").value]).toEqual([TASK, "30.11.2026"]);
    await submit();
    expect(again.sent()[0]?.body).toMatchObject({ description: TASK, studyMonthIds: [21, 22] });
    expect(again.address()).toBe(`${GROUP}/exam/9`);
  });

  it("shows what the server refuses beside its field, with everything in place (D-8)", async () => {
    const fields = { description: ["Matn juda qisqa"] };
    const { address } = await open(() => ({ status: 422, refusal: { code: "INVALID", fields } }));
    await choose(/^O'quv oylari/, "1-oy");
    write(task(), TASK);
    await submit();
    expect(screen.getByText("Matn juda qisqa")).toBeTruthy();
    expect([task().value, address()]).toEqual([TASK, `${GROUP}/add`]);
  });
});
