import { expect, it } from "vitest";
import { forgetPerson } from "@/api/storage";
import { draftsOf, isDraft, type Kept, keep, keptFor, unsentOf, wishFor } from "./kept-marks";

const ME = 7;
const LESSON = 3;
const kept = (known: Partial<Kept> = {}): Kept => ({
  userId: ME,
  lessonId: LESSON,
  audience: "academic",
  path: "/my-groups/1",
  title: "Python N12",
  marks: { 11: { status: 2, reason: 3, before: null } },
  wish: null,
  word: null,
  ...known,
});
const body = { lessonId: LESSON, version: 1, entries: [{ studentId: 11, mark: 2 as const, reason: 3 as const }] };
const wish = wishFor(body, null, new Date("2026-11-20T09:00:00Z"));

it("D-67: a draft is kept for its lesson and goes with its person; the empty is forgotten", () => {
  keep(kept());
  expect(keptFor(ME, LESSON)?.marks).toEqual(kept().marks);
  expect(keptFor(ME, LESSON + 1)).toBeNull();
  keep(kept({ marks: {} }));
  expect(keptFor(ME, LESSON)).toBeNull();
  keep(kept());
  forgetPerson();
  expect(keptFor(ME, LESSON)).toBeNull();
});

it("D-70: a draft is told apart from what waits to be sent, and is its person's alone", () => {
  keep(kept());
  expect(draftsOf(ME).map(isDraft)).toEqual([true]);
  expect(draftsOf(ME + 1)).toEqual([]);
  expect(unsentOf(ME)).toEqual([]);
  keep(kept({ wish }));
  expect(draftsOf(ME)).toEqual([]);
  expect(unsentOf(ME).map(isDraft)).toEqual([false]);
});

it("D-70: what is not sent yet outlives a sign-out, and is nobody else's", () => {
  keep(kept({ wish }));
  forgetPerson();
  expect(keptFor(ME, LESSON)?.wish).toEqual(wish);
  expect(unsentOf(ME)).toHaveLength(1);
  expect(keptFor(ME + 1, LESSON)).toBeNull();
  expect(unsentOf(ME + 1)).toEqual([]);
});

it("what the server said stands until it is seen", () => {
  keep(kept({ marks: {}, word: { kind: "late" } }));
  expect(unsentOf(ME).map((one) => one.word)).toEqual([{ kind: "late" }]);
  keep(kept({ marks: {} }));
  expect(unsentOf(ME)).toEqual([]);
});

it("D-8: the same marks go under the same key, however late; other marks under another", () => {
  const later = new Date("2026-11-20T10:00:00Z");
  expect(wishFor(body, wish, later)).toBe(wish);
  expect(wish.body.markedAt).toBe("2026-11-20T09:00:00.000Z");
  expect(wishFor({ ...body, version: 2 }, wish, later).key).not.toBe(wish.key);
});

it("a damaged memory costs the draft, not the screen", () => {
  localStorage.setItem(`markaz.person.attendance.${LESSON}`, "{");
  expect(keptFor(ME, LESSON)).toBeNull();
});
