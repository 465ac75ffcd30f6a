/** Views without data: each says what is not there yet, instead of a column of dashes. */
import { cleanup } from "@testing-library/react";
import { act, type ComponentType } from "react";
import { expect, it } from "vitest";
import { startSession } from "@/entities/access/session";
import { JournalTab } from "@/features/attendance/journal/journal-tab";
import { AttendanceTab } from "@/features/attendance/month/attendance-tab";
import { StaffAttendanceTab } from "@/features/attendance/staff/staff-attendance-tab";
import { GroupsScreen } from "@/features/groups/groups-screen";
import { InfoTab } from "@/features/groups/info/info-tab";
import { AcademicAttendancesScreen } from "@/features/people/academics/attendances-screen";
import { AcademicGroupsScreen } from "@/features/people/academics/groups/academic-groups-screen";
import { AcademicsScreen } from "@/features/people/academics/list/accounts-screen";
import { TeachersScreen } from "@/features/people/academics/list/teachers-screen";
import { TeacherScreen } from "@/features/people/academics/teacher-screen";
import { StudentsScreen } from "@/features/people/students/list/students-screen";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { sample } from "@/testing/sample";

const NOT_MARKED = "Davomat hali belgilanmagan";
const known = { course: { id: 1, name: "Python" }, office: { id: 1, name: "Sergeli" }, students: 2 };
const days = { startedDate: "2026-01-05", endedDate: "2026-12-31" };
const named = { fullName: "Aliyev Aziz", hId: "H-1", offices: [{ id: 1, name: "Sergeli" }] };
const line = sample("ScheduleLine", { id: 5, daysOfWeek: [1], beginTime: "09:00", endTime: "10:30" });
const group = sample("GroupRow", {
  ...{ id: 7, name: "Python N1", status: 2, ...known, ...days, learningType: "offline", schedules: [line] },
  category: { id: 3, displayName: "Dasturlash" },
});
const hours = sample("Meeting", { daysOfWeek: [1], beginTime: "09:00", endTime: "10:30" });
const taught = sample("AcademicGroup", { id: 7, name: "Python N1", status: 2, ...known, ...days, schedules: [hours] });
const teacher = sample("TeacherRow", { id: 4, ...named, groups: 1, students: 2 });
const academic = sample("AcademicRow", { id: 4, ...named, groups: 1, acStatus: 3, createdAt: "2026-01-05T00:00:00Z" });
const student = sample("StudentRow", {
  ...{ id: 2, ...named, categories: [{ id: 3, hName: "Dasturlash" }], systemStatus: 1 },
  ...{ status: { id: 5, name: "Chiqib ketgan" }, createdAt: "2026-01-05T00:00:00Z" },
});
const pupil = { fullName: "Aliyev Vali", startedDate: "2026-01-05", cells: [] };

const ANSWERS: [RegExp, object][] = [
  [/^\/profile$/, { id: 1, login: "a", role: {}, offices: [], allOffices: true, timeZone: "Asia/Tashkent" }],
  [
    /\/mine$/,
    {
      permissionObjects: [{ name: "users", permissions: [], children: [{ name: "academic", permissions: ["read"] }] }],
    },
  ],
  [
    /filter-objects$/,
    {
      offices: [],
      categories: [],
      courses: [],
      teachers: [],
      learningTypes: [],
      months: [],
      imports: [],
      statuses: [],
      groups: [],
    },
  ],
  [/^\/groups\/all$/, { groups: [group, { ...group, id: 8 }], total: 2 }],
  [/^\/groups\/for-admin\/7\/info$/, { group, teachers: [], assistants: [] }],
  [/^\/groups\/7\/schedules$/, { schedules: [] }],
  [/^\/groups\/7\/curriculum$/, { months: [], lessonsHeld: 0, topics: 0 }],
  [
    /^\/groups\/for-admin\/7\/student$/,
    { students: [sample("GroupStudent", { id: 2, ...pupil, actionId: 1 })], total: 1 },
  ],
  [
    /^\/groups\/for-admin\/7\/attendances$/,
    {
      ...{ month: "2026-11", months: ["2026-11"], holidays: [], total: 1 },
      lessons: [sample("GridLesson", { id: 9, date: "2026-11-16", beginTime: "09:00", endTime: "10:30" })],
      students: [sample("GridStudent", { ...pupil, studentId: 2, cells: [null], reasons: [null], outside: [false] })],
    },
  ],
  [
    /^\/journal\/for-admin$/,
    sample("Journal", {
      group: { id: 7, name: "Python N1" },
      days: [sample("JournalDay", { lessonId: 9, date: "2026-11-16" })],
      students: [sample("JournalStudent", { studentId: 2, fullName: "Aliyev Vali", cells: [sample("JournalCell")] })],
    }),
  ],
  [
    /^\/groups\/7\/staff-attendances$/,
    {
      ...{ month: "2026-11", months: ["2026-11"] },
      staff: [
        sample("StaffAttendance", {
          staff: { id: 4, name: "Aliyev Aziz" },
          beginTime: "09:00",
          endTime: "10:30",
        }),
      ],
    },
  ],
  [/^\/students\/all$/, { students: [student, { ...student, id: 3 }], total: 2 }],
  [/^\/kpi\/all$/, { teachers: [teacher, { ...teacher, id: 5 }], total: 2 }],
  [/^\/teacher\/4$/, { teacher: { ...teacher, phoneNumber: "998901112233" } }],
  [/^\/teacher\/4\/groups$/, { groups: [], total: 0 }],
  [/^\/academic$/, { academics: [academic, { ...academic, id: 5 }], total: 2 }],
  [/^\/academic\/4$/, { academic: sample("AcademicCard", { id: 4, ...named }) }],
  [/^\/academic\/4\/groups$/, { groups: [taught, { ...taught, id: 8 }], total: 2 }],
  [
    /^\/academic\/4\/7\/attendances$/,
    {
      ...{ groupName: "Python N1", academic: { id: 4, name: "Aliyev Aziz" }, total: 0 },
      attendances: [],
      schedules: [],
      beginTime: "09:00",
      endTime: "10:30",
      rating: null,
    },
  ],
];

const tab = (Tab: ComponentType<never>) => () => {
  const Shown = Tab as ComponentType<{ groupId: number; audience: "admin" }>;
  return <Shown groupId={7} audience="admin" />;
};

it.each<[string, ComponentType, string, string | undefined, string]>([
  ["the groups", GroupsScreen, "/groups", undefined, `Davomat: ${NOT_MARKED}`],
  ["the students", StudentsScreen, "/students", undefined, "Rasm: hali hech kimga yuklanmagan"],
  ["the teachers", TeachersScreen, "/teachers", undefined, "KPI: Hisoblash uchun ma'lumot hali yo'q"],
  ["a teacher", TeacherScreen, "/teachers/4", "/teachers/:id", "Imtihon hali bo'lmagan"],
  ["the academics", AcademicsScreen, "/users/academic", undefined, "Rol: Hisob ochilganda beriladi"],
  ["a teacher's groups", AcademicGroupsScreen, "/users/academic/4/groups", "/users/academic/:id/groups", NOT_MARKED],
  [
    "a teacher's lessons in a group",
    AcademicAttendancesScreen,
    "/users/academic/4/7/attendances",
    "/users/academic/:id/:groupId/attendances",
    "Baholanadigan dars hali bo'lmagan",
  ],
  ["a group's information", tab(InfoTab as never), "/groups", undefined, NOT_MARKED],
  ["a group's month", tab(AttendanceTab as never), "/groups", undefined, NOT_MARKED],
  ["a group's journal", tab(JournalTab as never), "/groups", undefined, NOT_MARKED],
  ["a group's teachers", tab(StaffAttendanceTab as never), "/groups", undefined, "Baholanadigan dars hali bo'lmagan"],
])("%s", async (_name, Screen, at, pattern, reason) => {
  mockApi(({ path }) => ({ data: ANSWERS.find(([address]) => address.test(path))?.[1] ?? {} }));
  await act(() => startSession());
  const { container } = await renderScreen(Screen, { at, ...(pattern ? { pattern } : {}) });
  expect(container).toHaveTextContent(reason);
  expect(
    [...container.querySelectorAll("td, td *, dd, dd *, .text-right")].filter((one) => one.textContent?.trim() === "—"),
  ).toEqual([]);
});

it("the status that is filtered for is not repeated in every row of the students", async () => {
  mockApi(({ path }) => ({ data: ANSWERS.find(([address]) => address.test(path))?.[1] ?? {} }));
  await act(() => startSession());
  const { container } = await renderScreen(StudentsScreen, { at: "/students?statusId=5" });
  expect(container.querySelector("tbody")).not.toHaveTextContent("Chiqib ketgan");
  cleanup();
  await renderScreen(StudentsScreen, { at: "/students?statusId=all" });
  expect(document.querySelector("tbody")).toHaveTextContent("Chiqib ketgan");
});

it("the state that is filtered for is not repeated in every row of a person's groups", async () => {
  mockApi(({ path }) => ({ data: ANSWERS.find(([address]) => address.test(path))?.[1] ?? {} }));
  await act(() => startSession());
  const at = "/users/academic/4/groups";
  const { container } = await renderScreen(AcademicGroupsScreen, { at, pattern: "/users/academic/:id/groups" });
  expect(container.querySelector("tbody")).not.toHaveTextContent("Faol");
  cleanup();
  await renderScreen(AcademicGroupsScreen, { at: `${at}?status=all`, pattern: "/users/academic/:id/groups" });
  expect(document.querySelector("tbody")).toHaveTextContent("Faol");
});
