import { expect, it } from "vitest";
import { clearPersonData } from "@/api/storage";
import {
  createPendingSave,
  type Draft,
  draftFor,
  isUnsaved,
  queuedDrafts,
  storeDraft,
  unsavedDrafts,
} from "./attendance-drafts";

const ME = 7;
const LESSON = 3;
const draft = (known: Partial<Draft> = {}): Draft => ({
  userId: ME,
  lessonId: LESSON,
  audience: "academic",
  path: "/my-groups/1",
  title: "Python N12",
  marks: { 11: { status: 2, reason: 3, before: null } },
  pendingSave: null,
  notice: null,
  ...known,
});
const body = { lessonId: LESSON, version: 1, entries: [{ studentId: 11, mark: 2 as const, reason: 3 as const }] };
const pendingSave = createPendingSave(body, null, new Date("2026-11-20T09:00:00Z"));

it("D-67: a draft belongs to its lesson and person; an empty one is removed", () => {
  storeDraft(draft());
  expect(draftFor(ME, LESSON)?.marks).toEqual(draft().marks);
  expect(draftFor(ME, LESSON + 1)).toBeNull();
  storeDraft(draft({ marks: {} }));
  expect(draftFor(ME, LESSON)).toBeNull();
  storeDraft(draft());
  clearPersonData();
  expect(draftFor(ME, LESSON)).toBeNull();
});

it("D-70: unsaved and queued drafts are separate, and belong to one person", () => {
  storeDraft(draft());
  expect(unsavedDrafts(ME).map(isUnsaved)).toEqual([true]);
  expect(unsavedDrafts(ME + 1)).toEqual([]);
  expect(queuedDrafts(ME)).toEqual([]);
  storeDraft(draft({ pendingSave }));
  expect(unsavedDrafts(ME)).toEqual([]);
  expect(queuedDrafts(ME).map(isUnsaved)).toEqual([false]);
});

it("D-70: a queued save outlives a sign-out and stays invisible to other people", () => {
  storeDraft(draft({ pendingSave }));
  clearPersonData();
  expect(draftFor(ME, LESSON)?.pendingSave).toEqual(pendingSave);
  expect(queuedDrafts(ME)).toHaveLength(1);
  expect(draftFor(ME + 1, LESSON)).toBeNull();
  expect(queuedDrafts(ME + 1)).toEqual([]);
});

it("a server notice stays until it is dismissed", () => {
  storeDraft(draft({ marks: {}, notice: { kind: "late" } }));
  expect(queuedDrafts(ME).map((one) => one.notice)).toEqual([{ kind: "late" }]);
  storeDraft(draft({ marks: {} }));
  expect(queuedDrafts(ME)).toEqual([]);
});

it("D-8: the same marks have the same idempotency key, other marks another", () => {
  const later = new Date("2026-11-20T10:00:00Z");
  expect(createPendingSave(body, pendingSave, later)).toBe(pendingSave);
  expect(pendingSave.body.markedAt).toBe("2026-11-20T09:00:00.000Z");
  expect(createPendingSave({ ...body, version: 2 }, pendingSave, later).key).not.toBe(pendingSave.key);
});

it("a damaged stored draft is ignored", () => {
  localStorage.setItem(`markaz.person.attendance.${LESSON}`, "{");
  expect(draftFor(ME, LESSON)).toBeNull();
});

it("D-70: attendance that an earlier build queued is still sent", () => {
  const { pendingSave: wish, notice: word, ...rest } = draft({ pendingSave });
  localStorage.setItem(`markaz.device.unsent.attendance.${ME}.${LESSON}`, JSON.stringify({ ...rest, wish, word }));
  expect(queuedDrafts(ME)).toEqual([draft({ pendingSave })]);
  expect(draftFor(ME, LESSON)).toEqual(draft({ pendingSave }));
});
