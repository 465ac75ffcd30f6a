import { describe, expect, it } from "vitest";
import type { ScheduleLine } from "@/api/types";
import { permissionOf } from "@/entities/groups/group-tabs";
import { formatKpi } from "@/lib/format/percent";
import { formatHours, groupPagePath } from "./group-labels";
import { shortName } from "./info/download-class";

const line = (id: number, roleNumber: number, daysOfWeek: number[]): ScheduleLine => ({
  id,
  staff: { id: id * 10, firstName: "Aziz", lastName: "Aliyev", roleNumber, roleName: "", photo: null },
  daysOfWeek,
  beginTime: "14:00",
  endTime: "16:00",
  startDate: null,
  endDate: null,
  classroomName: "",
});

describe("the path of a group's page", () => {
  it("the path names the teacher's line with days, not the assistant's", () => {
    const schedules = [line(1, 2, []), line(2, 3, [1]), line(3, 2, [1, 3])];
    expect(groupPagePath("admin", { id: 7, schedules })).toBe("/groups/7/staff/30/schedule/3");
    expect(groupPagePath("academic", { id: 7, schedules: schedules.slice(0, 2) })).toBe(
      "/my-groups/7/staff/20/schedule/2",
    );
  });

  it("the path has 0 where there is no staff or no schedule with days (D-55)", () => {
    expect(groupPagePath("admin", { id: 7, schedules: [] })).toBe("/groups/7/staff/0/schedule/0");
    expect(groupPagePath("admin", { id: 7, schedules: [line(1, 2, [])] })).toBe("/groups/7/staff/0/schedule/0");
  });
});

it("a KPI has one decimal in the language's way, and a dash without data (R1-112, D-27)", () => {
  expect([formatKpi(66.7, "uz"), formatKpi(100, "en"), formatKpi(0, "ru"), formatKpi(null, "uz")]).toEqual([
    "66,7%",
    "100.0%",
    "0,0%",
    "—",
  ]);
});

it("hours show days and time", () => {
  expect(formatHours(line(1, 2, [1, 3, 5]), "uz")).toBe("Dush, Chor, Jum · 14:00–16:00");
  expect(formatHours(line(1, 2, [1, 3, 5]), "uz", true)).toBe("Du, Ch, Ju · 14:00–16:00");
  expect(formatHours({ daysOfWeek: [2], beginTime: null, endTime: null }, "uz")).toBe("Sesh");
});

it("a downloaded file's name is shown at 12 characters (R1-446, D-75)", () => {
  expect(shortName("Python N12.xlsx")).toBe("Python N12.x…");
  expect(shortName("Guruh 1.xlsx")).toBe("Guruh 1.xlsx");
});

it("a sub-page needs one of its options, or any of the module (D-55)", () => {
  expect(permissionOf({ options: ["attendance"] }, "academic")).toBe("my_groups:attendance");
  expect(permissionOf({ options: ["exam", "exam_chats"] }, "admin")).toBe("all_groups:exam|all_groups:exam_chats");
  expect(permissionOf({ options: [] }, "admin")).toBe("all_groups");
});
