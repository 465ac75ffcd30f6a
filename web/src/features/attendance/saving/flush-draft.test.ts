// A10, D-8, D-51, D-70: exactly one effect, whatever happens in transit
import { expect, it } from "vitest";
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

it("saved: nothing waits any more, and nothing is sent twice", async () => {
  const calls = mockApi(() => saved());
  marked();
  expect((await flushDraft(ME, LESSON)).outcome).toBe("done");
  expect(await flushDraft(ME, LESSON)).toEqual({ outcome: "gone", notice: null });
  expect(saves(calls)).toHaveLength(1);
  expect(now()).toBeNull();
});

it("no answer: it waits and goes again under the same key, as it was marked then", async () => {
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

it.each([500, 503, 429, 401])("%s passes: it waits", async (status) => {
  mockApi(() => ({ status, refusal: {} }));
  marked();
  expect((await flushDraft(ME, LESSON)).outcome).toBe("later");
  expect(now().pendingSave).not.toBeNull();
});

it("somebody marked others meanwhile: it goes over the newest by itself", async () => {
  const calls = mockApi(({ verb, body }) => {
    if (verb === "GET") return { data: { sheet: sheet(5, [student(1), student(2, { status: 1 })]) } };
    return (body as { version: number }).version === 5 ? saved() : stale;
  });
  marked();
  expect((await flushDraft(ME, LESSON)).outcome).toBe("done");
  expect(saves(calls).map((call) => (call.body as { version: number }).version)).toEqual([1, 5]);
});

it("somebody marked the same otherwise: nothing is overwritten, the draft stays to be looked at", async () => {
  const calls = mockApi(({ verb }) =>
    verb === "GET" ? { data: { sheet: sheet(5, [student(1, { status: 1 }), student(2)]) } } : stale,
  );
  marked();
  expect((await flushDraft(ME, LESSON, true)).outcome).toBe("stale");
  expect(saves(calls)).toHaveLength(1);
  expect(now()).toMatchObject({ marks: MINE, pendingSave: null, notice: { kind: "stale" } });
});

it("D-47: an office mark is never replaced by what was sent unseen", async () => {
  mockApi(({ verb }) => {
    const office = student(1, { status: 4, reason: 1, byOffice: true });
    return verb === "GET" ? { data: { sheet: sheet(5, [office, student(2)]) } } : stale;
  });
  marked();
  expect((await flushDraft(ME, LESSON)).outcome).toBe("stale");
});

it("refused: said, with the server's words, until it is seen; what was marked stays", async () => {
  mockApi(() => ({ status: 409, refusal: { code: "ATTENDANCE_OVER", message: "Vaqti o'tgan" } }));
  marked();
  expect((await flushDraft(ME, LESSON, true)).outcome).toBe("refused");
  expect(now()).toMatchObject({ marks: MINE, pendingSave: null, notice: { kind: "refused", message: "Vaqti o'tgan" } });
  expect(await flushDraft(ME, LESSON)).toMatchObject({ outcome: "gone", notice: { kind: "refused" } });
});

it("late: it waits for the office, and that is said", async () => {
  mockApi(() => saved({ saved: 0, lateSheetId: 4 }));
  marked();
  await flushDraft(ME, LESSON, true);
  expect(now()).toMatchObject({ marks: {}, pendingSave: null, notice: { kind: "late" } });
});

it("A1: partly saved while nobody looked: the left out are named", async () => {
  const refused = [{ studentId: 1, fullName: "Talaba 1", code: "X", message: "guruhda yo'q" }];
  mockApi(() => saved({ refused }));
  marked();
  await flushDraft(ME, LESSON, true);
  expect(now().notice).toEqual({ kind: "partly", refused });
});

it("D-47: what the office has meanwhile marked otherwise is not saved, and stays to be decided about", async () => {
  const refused = [{ studentId: 1, fullName: "Talaba 1", code: "ATTENDANCE_OFFICE_MARK", message: "o'quv bo'limi" }];
  mockApi(() => saved({ refused }));
  marked(mark(student(2), MINE, 4));
  await flushDraft(ME, LESSON);
  expect(now()).toMatchObject({ marks: MINE, pendingSave: null });
});

it("what is marked while it is on its way is not lost with it", async () => {
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
