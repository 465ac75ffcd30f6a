import { describe, expect, it } from "vitest";
import {
  attendanceState,
  lessonOfNow,
  ownFirst,
  pastAndAhead,
  type StaffLesson,
  type StaffMember,
} from "./staff-lessons";

const lesson = (more: Partial<StaffLesson> = {}): StaffLesson => ({
  lessonId: 1,
  date: "2026-11-20",
  beginTime: "14:00",
  endTime: "16:00",
  status: null,
  at: null,
  photo: null,
  rated: false,
  noClassReason: null,
  opens: "2026-11-20T13:30:00+05:00",
  closes: "2026-11-20T16:00:00+05:00",
  madeAfterwards: false,
  ...more,
});
const at = (clock: string) => Date.parse(`2026-11-20T${clock}+05:00`);

describe("a teacher's own lesson (D-77)", () => {
  it("check-in is open from half an hour before the lesson until its end, to the second", () => {
    const times = ["13:29:59", "13:30:00", "15:59:59", "16:00:00"];
    expect(times.map((clock) => attendanceState(lesson(), at(clock)))).toEqual(["ahead", "now", "now", "missed"]);
  });

  it("the state shows the check-in, and a cancelled lesson", () => {
    expect(attendanceState(lesson({ status: 1 }), at("18:00:00"))).toBe("onTime");
    expect(attendanceState(lesson({ status: 4 }), at("15:00:00"))).toBe("late");
    expect(attendanceState(lesson({ noClassReason: "bayram" }), at("15:00:00"))).toBe("noClass");
    expect(attendanceState(lesson({ madeAfterwards: true }), at("18:00:00"))).toBe("afterwards");
  });

  it("past lessons are listed newest first, upcoming ones apart and nearest first", () => {
    const later = [27, 30].map((day) => lesson({ lessonId: day, opens: `2026-11-${day}T13:30:00+05:00` }));
    const listed = pastAndAhead([lesson({ lessonId: 1 }), lesson({ lessonId: 2 }), ...later], at("18:00:00"));
    expect(listed.past.map(({ lessonId }) => lessonId)).toEqual([2, 1]);
    expect(listed.ahead.map(({ lessonId }) => lessonId)).toEqual([27, 30]);
  });

  it("check-in is offered only to the lesson's own teacher", () => {
    const member = (own: boolean, attendances: StaffLesson[]) => ({ own, attendances }) as StaffMember;
    const open = lesson({ lessonId: 7 });
    expect(lessonOfNow([member(false, [open])], at("14:00:00"))).toBeUndefined();
    expect(lessonOfNow([member(false, []), member(true, [lesson({ status: 1 }), open])], at("14:00:00"))).toBe(open);
    expect(lessonOfNow([member(true, [open])], at("13:00:00"))).toBeUndefined();
  });
});

it("R2-205: a teacher is listed before their colleagues, who keep their order", () => {
  const staff = [false, true, false].map((own, id) => ({ own, staff: { id, name: "" } }) as StaffMember);
  expect(ownFirst(staff).map((member) => member.staff.id)).toEqual([1, 0, 2]);
});
