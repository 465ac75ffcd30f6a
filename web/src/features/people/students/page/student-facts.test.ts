import { describe, expect, it } from "vitest";
import type { StudentGroup } from "@/api/types";
import { ageOn } from "./student-facts";
import { inOrder, isCurrent } from "./student-groups";

const group = (id: number, startedDate: string | null, more: Partial<StudentGroup> = {}): StudentGroup => ({
  studentGroupId: id,
  groupId: id,
  groupName: `G-${id}`,
  courseName: null,
  officeName: null,
  actionId: 1,
  actionName: "Faol",
  startedDate,
  endedDate: null,
  groupStatus: 2,
  ...more,
});

describe("a student's facts", () => {
  it("the age counts full years", () => {
    expect(ageOn("2009-03-14", "2026-03-13")).toBe(16);
    expect(ageOn("2009-03-14", "2026-03-14")).toBe(17);
  });

  it("current periods come before ended ones, newest first", () => {
    expect(isCurrent(group(1, "2026-09-01"), "2026-11-20")).toBe(true);
    expect(isCurrent(group(1, "2026-09-01", { endedDate: "2026-11-20" }), "2026-11-20")).toBe(true);
    expect(isCurrent(group(1, "2026-09-01", { endedDate: "2026-11-19" }), "2026-11-20")).toBe(false);
    expect(isCurrent(group(1, "2026-09-01", { actionId: 5 }), "2026-11-20")).toBe(false);
    expect(isCurrent(group(1, "2026-09-01", { actionId: 6 }), "2026-11-20")).toBe(true);
    expect(isCurrent(group(1, "2026-09-01", { groupStatus: 3 }), "2026-11-20")).toBe(false);
    const order = inOrder([group(1, "2026-01-01"), group(2, null), group(3, "2026-09-01")]);
    expect(order.map((one) => one.studentGroupId)).toEqual([3, 1, 2]);
  });
});
