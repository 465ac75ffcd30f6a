import { describe, expect, it } from "vitest";
import type { SheetRow } from "./api-types";
import {
  ABSENT,
  conflicts,
  mark,
  rebase,
  setReason,
  shownMark,
  storedMark,
  toEntries,
  withoutSaved,
} from "./sheet-state";

const row = (known: Partial<SheetRow> = {}) =>
  ({
    studentId: 1,
    status: null,
    reason: null,
    reasonIsDefault: false,
    proposed: null,
    waiting: null,
    ...known,
  }) as SheetRow;
const usual = row({ status: ABSENT, reason: 3, reasonIsDefault: true });
const excused = row({ status: ABSENT, reason: 2 });

describe("D-24: a reason is asked, and a default stays marked as one", () => {
  it("a draft whose reason nobody chose is sent as such", () => {
    const marks = mark(row(), {}, ABSENT);
    expect(toEntries([row()], marks)).toEqual([{ studentId: 1, mark: ABSENT, reason: 3, reasonIsDefault: true }]);
    expect(withoutSaved(marks, toEntries([row()], marks))).toEqual({});
  });

  it("a stored default is shown as a default", () => {
    expect(shownMark(usual, {})).toEqual({ status: ABSENT, reason: 3, from: "kept", usual: true });
    expect(storedMark(excused)).toEqual({ status: ABSENT, reason: 2 });
  });

  it("choosing the reason that was the default is a change that is saved", () => {
    const marks = setReason(usual, {}, 3);
    expect(toEntries([usual], marks)).toEqual([{ studentId: 1, mark: ABSENT, reason: 3 }]);
    expect(rebase([usual], marks)).toBe(marks);
  });

  it("a default over a reason that another has chosen meanwhile is dropped, and is no conflict", () => {
    const marks = mark(row(), {}, ABSENT);
    expect(toEntries([excused], marks)).toEqual([]);
    expect(rebase([excused], marks)).toEqual({});
    expect(conflicts([excused], marks)).toEqual([]);
  });

  it("a choice made while the save was under way is still to be saved", () => {
    const marks = mark(row(), {}, ABSENT);
    const sent = toEntries([row()], marks);
    expect(withoutSaved(setReason(row(), marks, 3), sent)).toEqual({ 1: { status: ABSENT, reason: 3, before: null } });
  });
});
