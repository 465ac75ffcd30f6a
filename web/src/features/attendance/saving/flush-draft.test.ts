// A10, D-8, D-51, D-70: exactly one effect, whatever happens in transit
import { expect, it } from "vitest";
import { remember } from "@/api/storage";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import type { AttendanceSheet, SheetRow } from "../state/api-types";
import { type Marks, mark, toEntries } from "../state/sheet-state";
import { createPendingSave, type Draft, draftFor, storeDraft } from "./attendance-drafts";
import { flushDraft } from "./flush-draft";

const ME = 7;
const LESSON = 3;
const student = (studentId: number, known: Partial<SheetRow> = {}) =>
  ({
    studentId,
    fullName: `Talaba ${studentId}`,
    status: null,
    reason: null,
    proposed: null,
    last: [],
    outside: [],
    ...known,
  }) as SheetRow;
const sheet = (version: number, students: SheetRow[]) =>
  ({ lesson: { id: LESSON, version, noClassReason: null }, students }) as unknown as AttendanceSheet;
const CLASS = [student(1), student(2)];
const MINE: Marks = mark(student(1), {}, 2);

function marked(marks: Marks = MINE): void {
  const body = { lessonId: LESSON, version: 1, entries: toEntries(CLASS, marks), confirmed: [] };
  const pendingSave = createPendingSave(body, null, new Date("2026-11-20T09:00:00Z"));
  storeDraft({
    userId: ME,
    lessonId: LESSON,
    audience: "academic",
    path: "/",
    title: "",
    marks,
    pendingSave,
    notice: null,
  });
}
const saved = (known = {}): ApiReply => ({
  data: { saved: 1, refused: [], pushId: null, lateSheetId: null, sheet: sheet(2, CLASS), ...known },
});
const saves = (calls: ApiCall[]) => calls.filter((call) => call.verb === "PUT");
const stale: ApiReply = { status: 409, refusal: { code: "SHARED_STALE" } };
const now = () => draftFor(ME, LESSON) as Draft;

it("a saved draft leaves the queue and is sent once", async () => {
  const calls = mockApi(() => saved());
  marked();
  expect((await flushDraft(ME, LESSON)).outcome).toBe("done");
  expect(await flushDraft(ME, LESSON)).toEqual({ outcome: "gone", notice: null });
  expect(saves(calls)).toHaveLength(1);
  expect(now()).toBeNull();
});

it("a save without an answer stays queued and is resent unchanged under the same key", async () => {
  let away = true;
  const calls = mockApi(() => {
    if (away) throw new TypeError("Failed to fetch");
    return saved();
  });
  marked();
  expect((await flushDraft(ME, LESSON)).outcome).toBe("later");
  away = false;
  expect((await flushDraft(ME, LESSON)).outcome).toBe("done");
  const [first, second] = saves(calls);
  expect(second?.headers.get("Idempotency-Key")).toBe(first?.headers.get("Idempotency-Key"));
  expect(second?.body).toEqual(first?.body);
  expect(second?.body).toMatchObject({ markedAt: "2026-11-20T09:00:00.000Z" });
});

it.each([500, 503, 429, 401])("a save answered by %s stays queued", async (status) => {
  mockApi(() => ({ status, refusal: {} }));
  marked();
  expect((await flushDraft(ME, LESSON)).outcome).toBe("later");
  expect(now().pendingSave).not.toBeNull();
});

it("a save is rebased when others marked other students", async () => {
  const calls = mockApi(({ verb, body }) => {
    if (verb === "GET") return { data: { sheet: sheet(5, [student(1), student(2, { status: 1 })]) } };
    return (body as { version: number }).version === 5 ? saved() : stale;
  });
  marked();
  expect((await flushDraft(ME, LESSON)).outcome).toBe("done");
  expect(saves(calls).map((call) => (call.body as { version: number }).version)).toEqual([1, 5]);
});

it("a save that conflicts with others' marks overwrites nothing and keeps the draft", async () => {
  const calls = mockApi(({ verb }) =>
    verb === "GET" ? { data: { sheet: sheet(5, [student(1, { status: 1 }), student(2)]) } } : stale,
  );
  marked();
  expect((await flushDraft(ME, LESSON, true)).outcome).toBe("stale");
  expect(saves(calls)).toHaveLength(1);
  expect(now()).toMatchObject({ marks: MINE, pendingSave: null, notice: { kind: "stale" } });
});

it("D-47: a background save never replaces an office mark", async () => {
  mockApi(({ verb }) => {
    const office = student(1, { status: 4, reason: 1, byOffice: true });
    return verb === "GET" ? { data: { sheet: sheet(5, [office, student(2)]) } } : stale;
  });
  marked();
  expect((await flushDraft(ME, LESSON)).outcome).toBe("stale");
});

it("a rejected save stores the server's message as a notice and keeps the marks", async () => {
  mockApi(() => ({ status: 409, refusal: { code: "ATTENDANCE_OVER", message: "Vaqti o'tgan" } }));
  marked();
  expect((await flushDraft(ME, LESSON, true)).outcome).toBe("refused");
  expect(now()).toMatchObject({ marks: MINE, pendingSave: null, notice: { kind: "refused", message: "Vaqti o'tgan" } });
  expect(await flushDraft(ME, LESSON)).toMatchObject({ outcome: "gone", notice: { kind: "refused" } });
});

it("a late save waits for the office and stores a notice", async () => {
  mockApi(() => saved({ saved: 0, lateSheetId: 4 }));
  marked();
  await flushDraft(ME, LESSON, true);
  expect(now()).toMatchObject({ marks: {}, pendingSave: null, notice: { kind: "late" } });
});

it("A1: a partly saved background save lists the students left out", async () => {
  const refused = [{ studentId: 1, fullName: "Talaba 1", code: "X", message: "guruhda yo'q" }];
  mockApi(() => saved({ refused }));
  marked();
  await flushDraft(ME, LESSON, true);
  expect(now().notice).toEqual({ kind: "partly", refused });
});

it("D-47: a mark that conflicts with a new office mark is not saved and stays in the draft", async () => {
  const refused = [{ studentId: 1, fullName: "Talaba 1", code: "ATTENDANCE_OFFICE_MARK", message: "o'quv bo'limi" }];
  mockApi(() => saved({ refused }));
  marked(mark(student(2), MINE, 4));
  await flushDraft(ME, LESSON);
  expect(now()).toMatchObject({ marks: MINE, pendingSave: null });
});

it("marks made while the request is in flight stay in the draft", async () => {
  const both = mark(student(2), MINE, 4);
  const calls = mockApi(() => {
    if (saves(calls).length === 1) marked(both);
    return saved();
  });
  marked();
  await flushDraft(ME, LESSON);
  expect(Object.keys(now().marks)).toEqual(["2"]);
  expect(now().pendingSave).not.toBeNull();
});

it("D-70: the page of a person who has left sends nothing under the name of the next one", async () => {
  const calls = mockApi(() => saved());
  marked();
  remember("person", "staff", { id: ME + 1 });
  expect((await flushDraft(ME, LESSON, true)).outcome).toBe("later");
  expect(saves(calls)).toHaveLength(0);
  remember("person", "staff", { id: ME });
  expect((await flushDraft(ME, LESSON, true)).outcome).toBe("done");
});
