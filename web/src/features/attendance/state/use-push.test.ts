// D-26: a student whom the school rejected stays listed until the school has the mark, whatever else is sent
import { expect, it } from "vitest";
import type { AttendanceSheet, RejectedPush, SheetRow } from "./api-types";
import { rejectedPushes } from "./use-push";

type State = NonNullable<SheetRow["push"]>["state"];
const sheet = (...states: (State | null)[]) =>
  ({
    students: states.map((state, index) => ({
      studentId: index + 1,
      fullName: `Talaba ${index + 1}`,
      push: state && { state, code: "x", message: state, retryable: true },
    })),
  }) as unknown as AttendanceSheet;
const rejected = (studentId: number): RejectedPush => ({
  studentId,
  fullName: `Talaba ${studentId}`,
  code: "x",
  message: "reported",
  retryable: false,
});
const named = (...found: Parameters<typeof rejectedPushes>) =>
  rejectedPushes(...found).map(({ studentId, message }) => [studentId, message]);

it("the sheet lists rejected and unanswered students", () => {
  expect(named(sheet("failed", "saved", "unknown", "queued", null))).toEqual([
    [1, "failed"],
    [3, "unknown"],
  ]);
});

it("a later push adds its rejections and keeps those of other students", () => {
  expect(named(sheet("failed", "queued", "saved"), [rejected(2)])).toEqual([
    [1, "failed"],
    [2, "reported"],
  ]);
});

it("a student whose mark the school accepted is no longer listed", () => {
  expect(named(sheet("saved"), [rejected(1)])).toEqual([]);
});
