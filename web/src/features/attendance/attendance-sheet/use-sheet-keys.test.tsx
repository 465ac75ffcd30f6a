import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { listenToKeys } from "@/lib/shortcuts";
import { fakeClock } from "@/testing/clock";
import { sample } from "@/testing/sample";
import { ABSENT, LATE } from "../state/sheet-state";
import { REASON_MS, useSheetKeys } from "./use-sheet-keys";

const ROWS = [1, 2].map((studentId) => sample("AttendanceSheetRow", { studentId, fullName: `Talaba ${studentId}` }));

function setUp({ pointed = true } = {}) {
  const done: string[] = [];
  const { result } = renderHook(() => {
    const keys = useSheetKeys(ROWS, false, {
      mark: (row, status) => {
        done.push(`mark ${row.studentId} ${status}`);
        keys.askReason(row.studentId, status);
      },
      reason: (row, reason) => {
        done.push(`reason ${row.studentId} ${reason}`);
        keys.stopAsking();
      },
      revert: () => undefined,
      all: () => undefined,
      save: () => keys.stopAsking(),
    });
    return keys;
  });
  const press = (...keys: string[]) => {
    for (const key of keys)
      act(() => {
        const ctrl = key.startsWith("Ctrl+");
        const init = { key: key.replace("Ctrl+", ""), ctrlKey: ctrl, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new KeyboardEvent("keydown", init));
      });
  };
  const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
  if (pointed) press("ArrowDown");
  return { done, press, wait, awaited: () => result.current.awaited, at: () => result.current.at };
}

beforeEach(() => {
  fakeClock();
  listenToKeys();
});

it("a digit right after a choice that asks for a reason is the reason, and it is shown which one is awaited (D-24)", () => {
  const { done, press, awaited } = setUp();
  press("2");
  expect(awaited()).toBe(1);
  press("3");
  expect(done).toEqual([`mark 1 ${ABSENT}`, "reason 1 3"]);
  expect(awaited()).toBeNull();
  press("3");
  expect(done.at(-1)).toBe(`mark 1 ${LATE}`);
});

it("two seconds later a digit is a mark again (D-24)", () => {
  const { done, press, wait, awaited } = setUp();
  press("2");
  wait(REASON_MS - 1);
  expect(awaited()).toBe(1);
  wait(1);
  expect(awaited()).toBeNull();
  press("3");
  expect(done).toEqual([`mark 1 ${ABSENT}`, `mark 1 ${LATE}`]);
});

it("after a save no digit is a reason: who comes late is marked late (D-24)", () => {
  const { done, press, awaited } = setUp();
  press("2", "Ctrl+Enter");
  expect(awaited()).toBeNull();
  press("3");
  expect(done).toEqual([`mark 1 ${ABSENT}`, `mark 1 ${LATE}`]);
});

it("a digit for the next student is no reason of the one before, and attended asks for none", () => {
  const { done, press, awaited } = setUp();
  press("2", "ArrowDown", "3");
  expect(done).toEqual([`mark 1 ${ABSENT}`, `mark 2 ${LATE}`]);
  press("ArrowUp", "1");
  expect(awaited()).toBeNull();
});

it("the first digit of a sheet points at the first student and marks nobody unseen", () => {
  const { done, press, at } = setUp({ pointed: false });
  press("2");
  expect(at()).toBe(1);
  expect(done).toEqual([]);
  press("2");
  expect(done).toEqual([`mark 1 ${ABSENT}`]);
});
