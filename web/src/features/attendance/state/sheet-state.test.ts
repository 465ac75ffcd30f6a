import { describe, expect, it } from "vitest";
import type { SheetRow } from "./api-types";
import {
  ABSENT,
  ATTENDED,
  authorsOf,
  conflicts,
  countMarks,
  keepMine,
  LATE,
  type Marks,
  mark,
  markAllPresent,
  officeMarksReplaced,
  rebase,
  revertMark,
  setReason,
  shownMark,
  takeTheirs,
  toEntries,
  withoutSaved,
} from "./sheet-state";

const NONE = {} as Marks;

function student(studentId: number, known: Partial<SheetRow> = {}): SheetRow {
  return {
    studentId,
    hId: null,
    fullName: `Talaba ${studentId}`,
    photo: null,
    phoneNumber: null,
    status: null,
    reason: null,
    byOffice: false,
    markedBy: null,
    markedAt: null,
    first: null,
    entered: null,
    proposed: null,
    last: [],
    outside: [],
    push: null,
    ...known,
  } as SheetRow;
}

describe("D-46: not marked is a state of its own", () => {
  it("an untouched student is neither shown, counted nor sent as marked", () => {
    const rows = [student(1), student(2)];
    expect(shownMark(student(1), NONE)).toEqual({ status: null, reason: null, from: null });
    expect(countMarks(rows, NONE)).toMatchObject({ attended: 0, absent: 0, unmarked: 2, total: 2 });
    expect(toEntries(rows, NONE)).toEqual([]);
  });

  it("D-24: a student who has left the group is not counted and can't be marked", () => {
    const gone = student(1, { status: 5 });
    expect(mark(gone, NONE, ATTENDED)).toBe(NONE);
    expect(countMarks([gone], NONE).total).toBe(0);
    expect(markAllPresent([gone], NONE)).toEqual({});
  });
});

describe("R1-449, D-24: door proposals are confirmed by a person", () => {
  const early = student(1, { entered: "2026-11-20T08:42:00Z", proposed: ATTENDED });
  const late = student(2, { entered: "2026-11-20T09:15:00Z", proposed: LATE });

  it("a proposal is shown, counted apart, and sent as the door's", () => {
    expect(shownMark(early, NONE)).toEqual({ status: ATTENDED, reason: null, from: "door" });
    expect(countMarks([early, late], NONE)).toMatchObject({ attended: 0, late: 0, proposed: 2 });
    expect(toEntries([early, late], NONE)).toEqual([
      { studentId: 1, mark: 3 },
      { studentId: 2, mark: 3 },
    ]);
  });

  it("*mark all* marks every unmarked student as attended; a late one at the door stays late", () => {
    const absent = student(3, { status: ABSENT, reason: 3 });
    const rows = [early, late, absent, student(4)];
    const marks = markAllPresent(rows, NONE);
    expect(rows.map((row) => shownMark(row, marks).status)).toEqual([ATTENDED, LATE, ABSENT, ATTENDED]);
    expect(toEntries(rows, marks)).toEqual([
      { studentId: 1, mark: 1 },
      { studentId: 2, mark: 3 },
      { studentId: 4, mark: 1 },
    ]);
  });

  it("*mark all* keeps the teacher's own marks", () => {
    const rows = [student(1), student(2)];
    const marks = markAllPresent(rows, mark(student(1), NONE, ABSENT));
    expect(rows.map((row) => shownMark(row, marks).status)).toEqual([ABSENT, ATTENDED]);
  });
});

describe("R2-202: only late and absent marks have a reason", () => {
  it("the default reason is set at once: absent without a reason, late on the road", () => {
    const row = student(1);
    expect(shownMark(row, mark(row, NONE, ABSENT))).toMatchObject({ status: ABSENT, reason: 3 });
    const late = mark(row, NONE, LATE);
    expect(shownMark(row, late)).toMatchObject({ status: LATE, reason: 1 });
    expect(toEntries([row], setReason(row, late, 2))).toEqual([{ studentId: 1, mark: 4, reason: 2 }]);
    expect(setReason(row, mark(row, NONE, ATTENDED), 2)).toEqual(mark(row, NONE, ATTENDED));
    expect(shownMark(row, mark(row, late, ATTENDED))).toMatchObject({ reason: null });
  });

  it("a default reason is marked as such until one is chosen, the same one included (D-24)", () => {
    const row = student(1);
    const absent = mark(row, NONE, ABSENT);
    expect(shownMark(row, absent).usual).toBe(true);
    expect(shownMark(row, mark(row, absent, ABSENT)).usual).toBe(true);
    const chosen = setReason(row, absent, 3);
    expect(shownMark(row, chosen)).toEqual({ status: ABSENT, reason: 3, from: "draft" });
    expect(shownMark(row, mark(row, chosen, LATE)).usual).toBe(true);
    expect(shownMark(student(2, { proposed: LATE }), NONE).usual).toBe(true);
    expect(shownMark(student(3, { status: ABSENT, reason: 3 }), NONE).usual).toBeUndefined();
  });

  it("marking the same status again keeps the chosen reason", () => {
    const row = student(1);
    const chosen = setReason(row, mark(row, NONE, ABSENT), 2);
    expect(shownMark(row, mark(row, chosen, ABSENT)).reason).toBe(2);
  });
});

describe("A4: only changes are sent", () => {
  it("opening and marking the stored value again sends nothing", () => {
    const row = student(1, { status: ABSENT, reason: 2 });
    expect(toEntries([row], NONE)).toEqual([]);
    expect(mark(row, NONE, ABSENT)).toEqual({});
    // Back to the stored status: the reason chosen for it stands.
    expect(mark(row, mark(row, NONE, ATTENDED), ABSENT)).toEqual({});
    expect(setReason(row, mark(row, mark(row, NONE, ATTENDED), ABSENT), 2)).toEqual({});
  });

  it("a draft mark can be reverted", () => {
    const row = student(1);
    expect(revertMark(row, mark(row, NONE, LATE))).toEqual({});
  });

  it("marks made while a save is in flight stay in the draft", () => {
    const rows = [student(1), student(2)];
    const sent = markAllPresent(rows, NONE);
    const later = mark(student(2), sent, ABSENT);
    expect(withoutSaved(later, toEntries(rows, sent))).toEqual({ 2: later[2] });
    expect(withoutSaved(sent, toEntries(rows, sent))).toEqual({});
  });
});

describe("D-8: concurrent changes", () => {
  const before = [student(1), student(2), student(3)];
  const mine = mark(student(3), mark(student(2), mark(student(1), NONE, ABSENT), ABSENT), LATE);
  const newer = [student(1, { status: ATTENDED }), student(2, { status: ABSENT, reason: 3 }), student(3)];

  it("the draft is rebased on the newer sheet; equal marks leave it, different ones conflict", () => {
    const marks = rebase(newer, mine);
    expect(Object.keys(marks)).toEqual(["1", "3"]);
    expect(conflicts(newer, marks).map((row) => row.studentId)).toEqual([1]);
    expect(conflicts(before, mine)).toEqual([]);
  });

  it("a conflict is resolved by keeping mine or theirs", () => {
    const marks = rebase(newer, mine);
    const stored = keepMine(newer, marks);
    expect(conflicts(newer, stored)).toEqual([]);
    expect(toEntries(newer, stored)).toContainEqual({ studentId: 1, mark: 2, reason: 3, reasonIsDefault: true });
    expect(toEntries(newer, takeTheirs(newer, marks))).toEqual([
      { studentId: 3, mark: 4, reason: 1, reasonIsDefault: true },
    ]);
  });

  it("a student who left the class in the meantime is dropped from the draft", () => {
    expect(rebase([student(1, { status: 5 })], mine)).toEqual({});
    expect(rebase([], mine)).toEqual({});
  });
});

it("D-47, A11: office marks that a save would replace are listed first", () => {
  const rows = [student(1, { status: ATTENDED, byOffice: true }), student(2, { status: ATTENDED, byOffice: true })];
  const marks = mark(rows[0] as SheetRow, NONE, ABSENT);
  expect(officeMarksReplaced(rows, toEntries(rows, marks)).map((row) => row.studentId)).toEqual([1]);
});

describe("D-70: what was sent late is shown as it was sent", () => {
  const sent = student(1, { waiting: { status: ABSENT, reason: 2, reasonIsDefault: false } });

  it("it is shown and counted, and sent again only where it was changed", () => {
    expect(shownMark(sent, NONE)).toEqual({ status: ABSENT, reason: 2, from: "waiting" });
    expect(countMarks([sent], NONE)).toMatchObject({ absent: 1, unmarked: 0 });
    expect(toEntries([sent], NONE)).toEqual([]);
    expect(markAllPresent([sent], NONE)).toEqual({});
    expect(toEntries([sent], mark(sent, NONE, ATTENDED))).toEqual([{ studentId: 1, mark: ATTENDED }]);
    expect(setReason(sent, mark(sent, NONE, ABSENT), 2)).toEqual({});
  });

  it("a change back to the stored mark is sent too: another one waits", () => {
    const stored = student(1, { status: ATTENDED, waiting: { status: ABSENT, reason: 2, reasonIsDefault: false } });
    const marks = mark(stored, NONE, ATTENDED);
    expect(toEntries([stored], marks)).toEqual([{ studentId: 1, mark: ATTENDED }]);
    expect(rebase([stored], marks)).toEqual(marks);
  });
});

it("D-8: a conflict names each author once, and the caller apart", () => {
  const rows = [student(1, { markedBy: "Ofis" }), student(2, { markedBy: "Ofis" }), student(3, { own: true })];
  expect(authorsOf(rows)).toEqual({ names: ["Ofis"], mine: true });
  expect(authorsOf([student(4)])).toEqual({ names: [], mine: false });
});
