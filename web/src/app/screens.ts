/** The screen table. Routes, menu, breadcrumbs, palette and guards come from it; a new screen is a new row. */
import {
  BookOpenText,
  CalendarCheck,
  CalendarX2,
  CircleUser,
  ClipboardCheck,
  GraduationCap,
  Library,
  type LucideIcon,
  Settings,
  ShieldCheck,
  SquareUser,
  Trophy,
  UsersRound,
} from "lucide-react";
import type { ComponentType } from "react";
import { type Action, START_SYNC } from "@/entities/access/permissions";
import type { Namespace } from "@/i18n/namespaces";
import type { TextKey } from "@/i18n/texts";

/** public: anyone · signed-in: any member of staff · else a permission, or several of which one is enough, parted by a bar. */
export type Permission = "public" | "signed-in" | (string & {});

/** Permission that opens a screen: the action (reading by default) on the permission. */
export type Guard = { permission: Permission; action?: Action };

export type MenuGroup = { label: TextKey; icon: LucideIcon; order: number };

export const GROUPS = {
  users: { label: "shell.users", icon: SquareUser, order: 40 },
  study: { label: "shell.study", icon: Library, order: 50 },
  staffControl: { label: "shell.staffControl", icon: ShieldCheck, order: 80 },
  settings: { label: "shell.settings", icon: Settings, order: 110 },
} as const satisfies Record<string, MenuGroup>;

export type MenuPlace =
  | { group: keyof typeof GROUPS; label: TextKey; order: number }
  | { group?: undefined; icon: LucideIcon; label: TextKey; order: number };

/** `record`: the open record's own name goes here; without one it is the last item. */
export type Crumb = { label: TextKey; to?: string; record?: true };

export type Screen = Guard & {
  path: string;
  crumbs: Crumb[];
  menu?: MenuPlace;
  /** Only while developing: not in the published list. */
  devOnly?: true;
  /** The texts that its code uses beside those of the frame; a test holds the list complete. */
  namespaces: readonly Namespace[];
  load: () => Promise<ComponentType>;
};

const users: Crumb = { label: "shell.users" };
const study: Crumb = { label: "shell.study" };
const studyHomework: Crumb = { label: "shell.studyHomework", to: "/study-department" };
const studyGroup: Crumb = { label: "shell.group", to: "/study-department/homeworks/:id", record: true };
const staffControl: Crumb = { label: "shell.staffControl" };
const roles: Crumb = { label: "shell.roles", to: "/control" };
const groups: Crumb = { label: "shell.groups", to: "/groups" };
const myGroups: Crumb = { label: "shell.myGroups", to: "/my-groups" };
const settings: Crumb = { label: "shell.settings" };
const settingsHome: Crumb = { label: "shell.settings", to: "/settings" };

/** The texts of every list. */
const LIST = ["lists", "table"] as const;

export const SCREENS: Screen[] = [
  {
    path: "/signin",
    permission: "public",
    crumbs: [],
    namespaces: ["signIn"],
    load: async () => (await import("@/features/access/sign-in/sign-in-screen")).SignInScreen,
  },
  {
    path: "/exam-result/:examId",
    permission: "public",
    crumbs: [],
    namespaces: ["exams"],
    load: async () => (await import("@/features/exams/public-result-screen")).PublicResultScreen,
  },
  {
    path: "/",
    permission: "signed-in",
    crumbs: [],
    namespaces: [],
    load: async () => (await import("./home")).Home,
  },
  {
    path: "/today",
    permission: "all_groups|my_groups",
    crumbs: [{ label: "shell.today" }],
    menu: { icon: CalendarCheck, label: "shell.today", order: 5 },
    namespaces: ["absences", "attendance", "jobs", "sms", "today"],
    load: async () => (await import("@/features/insight/today-screen")).TodayScreen,
  },
  {
    path: "/students",
    permission: "users:students",
    crumbs: [users, { label: "shell.students" }],
    menu: { group: "users", label: "shell.students", order: 10 },
    namespaces: [...LIST, "fields", "many", "sheets", "students"],
    load: async () => (await import("@/features/people/students/list/students-screen")).StudentsScreen,
  },
  {
    path: "/students/add",
    permission: "users:students",
    action: "create",
    crumbs: [users, { label: "shell.students", to: "/students" }, { label: "shell.studentAdd" }],
    namespaces: ["fields", "form", "photo", "student", "students"],
    load: async () => (await import("@/features/people/students/form/add-student-screen")).AddStudentScreen,
  },
  {
    path: "/students/import",
    permission: "users:students",
    action: "create",
    crumbs: [users, { label: "shell.students", to: "/students" }, { label: "shell.studentImport" }],
    namespaces: ["imports", "table"],
    load: async () => (await import("@/features/imports/import-screen")).ImportScreen,
  },
  {
    path: "/students/bulk/:id",
    permission: "users:students",
    crumbs: [users, { label: "shell.students", to: "/students" }, { label: "shell.studentsMany" }],
    namespaces: ["many", "students", "table"],
    load: async () => (await import("@/features/people/bulk/bulk-operation-screen")).BulkOperationScreen,
  },
  {
    path: "/students/sms",
    permission: "users:students",
    action: "update",
    crumbs: [users, { label: "shell.smsBatches" }],
    menu: { group: "users", label: "shell.smsBatches", order: 20 },
    namespaces: [...LIST, "sheets", "sms"],
    load: async () => (await import("@/features/messaging/batches-screen")).BatchesScreen,
  },
  {
    path: "/students/sms/:id",
    permission: "users:students|users:academic",
    crumbs: [users, { label: "shell.smsBatches", to: "/students/sms" }, { label: "shell.studentsSms" }],
    namespaces: ["many", "sms", "table"],
    load: async () => (await import("@/features/messaging/batch-screen")).BatchScreen,
  },
  {
    path: "/students/:id/edit",
    permission: "users:students",
    action: "update",
    crumbs: [users, { label: "shell.students", to: "/students" }, { label: "shell.studentEdit" }],
    namespaces: ["fields", "form", "photo", "student", "students"],
    load: async () => (await import("@/features/people/students/form/edit-student-screen")).EditStudentScreen,
  },
  {
    path: "/students/:id/result",
    permission: "users:students",
    crumbs: [users, { label: "shell.students", to: "/students" }, { label: "shell.studentResult" }],
    namespaces: ["exams", "student", "students"],
    load: async () => (await import("@/features/people/students/page/results-screen")).ResultsScreen,
  },
  {
    path: "/users/students/assistants",
    permission: "users:students",
    crumbs: [users, { label: "shell.students", to: "/students" }, { label: "shell.studentsByAssistant" }],
    namespaces: [...LIST, "fields", "many", "sheets", "students"],
    load: async () => (await import("@/features/people/students/list/students-by")).StudentsByAssistants,
  },
  {
    path: "/users/students/staffs",
    permission: "users:students",
    crumbs: [users, { label: "shell.students", to: "/students" }, { label: "shell.studentsByStaff" }],
    namespaces: [...LIST, "fields", "many", "sheets", "students"],
    load: async () => (await import("@/features/people/students/list/students-by")).StudentsByStaffs,
  },
  {
    path: "/users/students/authors",
    permission: "users:students",
    crumbs: [users, { label: "shell.students", to: "/students" }, { label: "shell.studentsByAuthor" }],
    namespaces: [...LIST, "fields", "many", "sheets", "students"],
    load: async () => (await import("@/features/people/students/list/students-by")).StudentsByAuthors,
  },
  {
    path: "/students/:studentId",
    permission: "users:students",
    crumbs: [users, { label: "shell.students", to: "/students" }, { label: "shell.student" }],
    namespaces: ["audits", "fields", "form", "photo", "sms", "student", "students", "table"],
    load: async () => (await import("@/features/people/students/page/student-screen")).StudentScreen,
  },
  {
    path: "/groups",
    permission: "all_groups",
    crumbs: [groups],
    menu: { icon: UsersRound, label: "shell.groups", order: 30 },
    namespaces: [...LIST, "groups", "sheets"],
    load: async () => (await import("@/features/groups/groups-screen")).GroupsScreen,
  },
  {
    path: "/absences",
    permission: "all_groups:attendance",
    crumbs: [{ label: "shell.absencesInARow" }],
    menu: { icon: CalendarX2, label: "shell.absencesInARow", order: 35 },
    namespaces: [...LIST, "absences", "sheets"],
    load: async () => (await import("@/features/attendance/absences/absences-screen")).AbsencesScreen,
  },
  {
    path: "/my-groups",
    permission: "my_groups",
    crumbs: [myGroups],
    menu: { icon: BookOpenText, label: "shell.myGroups", order: 10 },
    namespaces: [...LIST, "groups", "sheets"],
    load: async () => (await import("@/features/groups/groups-screen")).MyGroupsScreen,
  },
  {
    path: "/groups/:id/staff/:staffId/schedule/:scheduleId",
    permission: "all_groups",
    crumbs: [groups, { label: "shell.group" }],
    namespaces: ["groups"],
    load: async () => (await import("./group/group-screens")).GroupScreen,
  },
  {
    path: "/my-groups/:id/staff/:staffId/schedule/:scheduleId",
    permission: "my_groups",
    crumbs: [myGroups, { label: "shell.group" }],
    namespaces: ["groups"],
    load: async () => (await import("./group/group-screens")).MyGroupScreen,
  },
  {
    path: "/groups/:id/staff/:staffId/attendance/schedule/:scheduleId/edit/:date",
    permission: "all_groups:attendance",
    crumbs: [
      groups,
      { label: "shell.group", to: "/groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.attendances" },
    ],
    namespaces: ["absences", "attendance", "form", "groups", "sms"],
    load: async () => (await import("./group/edit-attendance-screen")).EditAttendanceScreen,
  },
  {
    path: "/my-groups/:id/staff/:staffId/attendance/schedule/:scheduleId/edit/:date",
    permission: "my_groups:attendance",
    crumbs: [
      myGroups,
      { label: "shell.group", to: "/my-groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.attendances" },
    ],
    namespaces: ["absences", "attendance", "form", "groups", "sms"],
    load: async () => (await import("./group/edit-attendance-screen")).EditOwnAttendanceScreen,
  },
  {
    path: "/checking",
    permission: "all_groups:check_homeworks|my_groups:check_homeworks",
    crumbs: [{ label: "checking.title" }],
    menu: { icon: ClipboardCheck, label: "checking.title", order: 15 },
    namespaces: ["checking"],
    load: async () => (await import("@/features/homework/checking/checking-screen")).CheckingScreen,
  },
  {
    path: "/groups/:id/staff/:staffId/schedule/:scheduleId/lesson/:lessonId/theme/:homeworkId/chat/:chatId/home/:senderId",
    permission: "all_groups:check_homeworks",
    crumbs: [
      groups,
      { label: "shell.group", to: "/groups/:id/staff/:staffId/schedule/:scheduleId" },
      { label: "checking.title" },
    ],
    namespaces: ["checking"],
    load: async () => (await import("@/features/homework/checking/checking-screen")).HomeworkChatScreen,
  },
  {
    path: "/my-groups/:id/staff/:staffId/schedule/:scheduleId/lesson/:lessonId/theme/:homeworkId/chat/:chatId/home/:senderId",
    permission: "my_groups:check_homeworks",
    crumbs: [
      myGroups,
      { label: "shell.group", to: "/my-groups/:id/staff/:staffId/schedule/:scheduleId" },
      { label: "checking.title" },
    ],
    namespaces: ["checking"],
    load: async () => (await import("@/features/homework/checking/checking-screen")).OwnHomeworkChatScreen,
  },
  {
    path: "/groups/:id/staff/:staffId/schedule/:scheduleId/homework/statistics",
    permission: "all_groups:all_homeworks|all_groups:homework_statistics",
    crumbs: [
      groups,
      { label: "shell.group", to: "/groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.homeworkStatistics" },
    ],
    namespaces: [...LIST, "homework", "sheets"],
    load: async () => (await import("@/features/homework/statistics/group-statistics-screen")).GroupStatisticsScreen,
  },
  {
    path: "/groups/:id/staff/:staffId/schedule/:scheduleId/homework/statistics/:statisticId/start/:startDateId/end/:endDate",
    permission: "all_groups:all_homeworks|all_groups:homework_statistics",
    crumbs: [
      groups,
      { label: "shell.group", to: "/groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.homeworkStatistics" },
    ],
    namespaces: ["homework", "sheets", "table"],
    load: async () => (await import("@/features/homework/statistics/student-screen")).StudentStatisticsScreen,
  },
  {
    path: "/groups/:id/staff/:staffId/schedule/:scheduleId/homework/add",
    permission: "all_groups:all_homeworks",
    action: "create",
    crumbs: [
      groups,
      { label: "shell.group", to: "/groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.giveHomework" },
    ],
    namespaces: ["form", "homework"],
    load: async () => (await import("@/features/homework/giving/give-homework-screen")).GiveHomeworkScreen,
  },
  {
    path: "/groups/:id/staff/:staffId/schedule/:scheduleId/homework/:homeworkId/edit",
    permission: "all_groups:all_homeworks",
    action: "update",
    crumbs: [
      groups,
      { label: "shell.group", to: "/groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.editHomework" },
    ],
    namespaces: ["form", "homework"],
    load: async () => (await import("@/features/homework/giving/edit-homework-screen")).EditHomeworkScreen,
  },
  {
    path: "/groups/:id/staff/:staffId/schedule/:scheduleId/lesson/:lessonId/theme/:homeworkId",
    permission: "all_groups:all_homeworks|all_groups:check_homeworks",
    crumbs: [
      groups,
      { label: "shell.group", to: "/groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.homework" },
    ],
    namespaces: ["audits", "homework", "table"],
    load: async () => (await import("@/features/homework/lesson/lesson-homework-screen")).LessonHomeworkScreen,
  },
  {
    path: "/groups/:id/staff/:staffId/schedule/:scheduleId/add",
    permission: "all_groups:exam",
    action: "create",
    crumbs: [
      groups,
      { label: "shell.group", to: "/groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.addExam" },
    ],
    namespaces: ["exams", "form", "homework"],
    load: async () => (await import("@/features/exams/form/add-exam-screen")).AddExamScreen,
  },
  {
    path: "/groups/:id/staff/:staffId/schedule/:scheduleId/exam/:examId/edit",
    permission: "all_groups:exam",
    action: "update",
    crumbs: [
      groups,
      { label: "shell.group", to: "/groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.exam", to: "/groups/:id/staff/:staffId/schedule/:scheduleId/exam/:examId" },
      { label: "shell.editExam" },
    ],
    namespaces: ["exams", "form", "homework"],
    load: async () => (await import("@/features/exams/form/edit-exam-screen")).EditExamScreen,
  },
  {
    path: "/groups/:id/staff/:staffId/schedule/:scheduleId/exam/:resultId/result",
    permission: "all_groups:exam",
    crumbs: [
      groups,
      { label: "shell.group", to: "/groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.examResult" },
    ],
    namespaces: ["checking", "exams"],
    load: async () => (await import("@/features/exams/result-screen")).ResultScreen,
  },
  {
    path: "/groups/:id/staff/:staffId/schedule/:scheduleId/exam/:examId/chat/:chatId/exam/:senderId",
    permission: "all_groups:exam|all_groups:exam_chats",
    crumbs: [
      groups,
      { label: "shell.group", to: "/groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.exam", to: "/groups/:id/staff/:staffId/schedule/:scheduleId/exam/:examId" },
      { label: "shell.checkExam" },
    ],
    namespaces: ["checking", "exams", "homework"],
    load: async () => (await import("@/features/exams/checking/chat-screen")).ExamChatScreen,
  },
  {
    path: "/my-groups/:id/staff/:staffId/schedule/:scheduleId/add",
    permission: "my_groups:exam",
    action: "create",
    crumbs: [
      myGroups,
      { label: "shell.group", to: "/my-groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.addExam" },
    ],
    namespaces: ["exams", "form", "homework"],
    load: async () => (await import("@/features/exams/form/add-exam-screen")).AddOwnExamScreen,
  },
  {
    path: "/my-groups/:id/staff/:staffId/schedule/:scheduleId/exam/:examId/edit",
    permission: "my_groups:exam",
    action: "update",
    crumbs: [
      myGroups,
      { label: "shell.group", to: "/my-groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.exam", to: "/my-groups/:id/staff/:staffId/schedule/:scheduleId/exam/:examId" },
      { label: "shell.editExam" },
    ],
    namespaces: ["exams", "form", "homework"],
    load: async () => (await import("@/features/exams/form/edit-exam-screen")).EditOwnExamScreen,
  },
  {
    path: "/my-groups/:id/staff/:staffId/schedule/:scheduleId/exam/:resultId/result",
    permission: "my_groups:exam",
    crumbs: [
      myGroups,
      { label: "shell.group", to: "/my-groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.examResult" },
    ],
    namespaces: ["checking", "exams"],
    load: async () => (await import("@/features/exams/result-screen")).OwnResultScreen,
  },
  {
    path: "/my-groups/:id/staff/:staffId/schedule/:scheduleId/exam/:examId/chat/:chatId/exam/:senderId",
    permission: "my_groups:exam|my_groups:exam_chats",
    crumbs: [
      myGroups,
      { label: "shell.group", to: "/my-groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.exam", to: "/my-groups/:id/staff/:staffId/schedule/:scheduleId/exam/:examId" },
      { label: "shell.checkExam" },
    ],
    namespaces: ["checking", "exams", "homework"],
    load: async () => (await import("@/features/exams/checking/chat-screen")).OwnExamChatScreen,
  },
  {
    path: "/groups/:id/staff/:staffId/schedule/:scheduleId/exam/:examId",
    permission: "all_groups:exam",
    crumbs: [
      groups,
      { label: "shell.group", to: "/groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.exam" },
    ],
    namespaces: ["audits", "checking", "exams", "homework", "lists", "table"],
    load: async () => (await import("@/features/exams/exam-screen")).ExamScreen,
  },
  {
    path: "/groups/:id/staff/:staffId/schedule/:scheduleId/exam/:examId/announce",
    permission: "all_groups:exam",
    action: "update",
    crumbs: [
      groups,
      { label: "shell.group", to: "/groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.exam", to: "/groups/:id/staff/:staffId/schedule/:scheduleId/exam/:examId" },
      { label: "shell.announceExam" },
    ],
    namespaces: ["exams"],
    load: async () => (await import("@/features/exams/announce-screen")).AnnounceScreen,
  },
  {
    path: "/my-groups/:id/staff/:staffId/schedule/:scheduleId/exam/:examId",
    permission: "my_groups:exam",
    crumbs: [
      myGroups,
      { label: "shell.group", to: "/my-groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.exam" },
    ],
    namespaces: ["audits", "checking", "exams", "homework", "lists", "table"],
    load: async () => (await import("@/features/exams/exam-screen")).OwnExamScreen,
  },
  {
    path: "/my-groups/:id/staff/:staffId/schedule/:scheduleId/exam/:examId/announce",
    permission: "my_groups:exam",
    action: "update",
    crumbs: [
      myGroups,
      { label: "shell.group", to: "/my-groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.exam", to: "/my-groups/:id/staff/:staffId/schedule/:scheduleId/exam/:examId" },
      { label: "shell.announceExam" },
    ],
    namespaces: ["exams"],
    load: async () => (await import("@/features/exams/announce-screen")).OwnAnnounceScreen,
  },
  {
    path: "/my-groups/:id/staff/:staffId/schedule/:scheduleId/homework/statistics",
    permission: "my_groups:all_homeworks|my_groups:homework_statistics",
    crumbs: [
      myGroups,
      { label: "shell.group", to: "/my-groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.homeworkStatistics" },
    ],
    namespaces: [...LIST, "homework", "sheets"],
    load: async () => (await import("@/features/homework/statistics/group-statistics-screen")).OwnGroupStatisticsScreen,
  },
  {
    path: "/my-groups/:id/staff/:staffId/schedule/:scheduleId/homework/statistics/:statisticId/start/:startDateId/end/:endDate",
    permission: "my_groups:all_homeworks|my_groups:homework_statistics",
    crumbs: [
      myGroups,
      { label: "shell.group", to: "/my-groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.homeworkStatistics" },
    ],
    namespaces: ["homework", "sheets", "table"],
    load: async () => (await import("@/features/homework/statistics/student-screen")).OwnStudentStatisticsScreen,
  },
  {
    path: "/my-groups/:id/staff/:staffId/schedule/:scheduleId/homework/add",
    permission: "my_groups:all_homeworks",
    action: "create",
    crumbs: [
      myGroups,
      { label: "shell.group", to: "/my-groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.giveHomework" },
    ],
    namespaces: ["form", "homework"],
    load: async () => (await import("@/features/homework/giving/give-homework-screen")).GiveOwnHomeworkScreen,
  },
  {
    path: "/my-groups/:id/staff/:staffId/schedule/:scheduleId/homework/:homeworkId/edit",
    permission: "my_groups:all_homeworks",
    action: "update",
    crumbs: [
      myGroups,
      { label: "shell.group", to: "/my-groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.editHomework" },
    ],
    namespaces: ["form", "homework"],
    load: async () => (await import("@/features/homework/giving/edit-homework-screen")).EditOwnHomeworkScreen,
  },
  {
    path: "/my-groups/:id/staff/:staffId/schedule/:scheduleId/lesson/:lessonId/theme/:homeworkId",
    permission: "my_groups:all_homeworks|my_groups:check_homeworks",
    crumbs: [
      myGroups,
      { label: "shell.group", to: "/my-groups/:id/staff/:staffId/schedule/:scheduleId", record: true },
      { label: "shell.homework" },
    ],
    namespaces: ["audits", "homework", "table"],
    load: async () => (await import("@/features/homework/lesson/lesson-homework-screen")).OwnLessonHomeworkScreen,
  },
  {
    path: "/study-department",
    permission: "study:homework_statistics",
    crumbs: [study, { label: "shell.studyHomework" }],
    menu: { group: "study", label: "shell.studyHomework", order: 10 },
    namespaces: [...LIST, "homework", "sheets", "studyStatistics"],
    load: async () => (await import("@/features/homework/statistics/groups-screen")).DepartmentGroupsScreen,
  },
  {
    path: "/study-department/homeworks/:id",
    permission: "study:homework_statistics",
    crumbs: [study, studyHomework, { label: "shell.group" }],
    namespaces: [...LIST, "homework", "sheets"],
    load: async () => (await import("@/features/homework/statistics/group-statistics-screen")).DepartmentGroupScreen,
  },
  {
    path: "/study-department/homeworks/:id/student/:studentId/start/:startDateId/end/:endDate",
    permission: "study:homework_statistics",
    crumbs: [study, studyHomework, studyGroup, { label: "shell.homeworkStatistics" }],
    namespaces: ["homework", "sheets", "table"],
    load: async () => (await import("@/features/homework/statistics/student-screen")).DepartmentStudentScreen,
  },
  {
    path: "/study-department/homeworks/:id/lesson/:lessonId/theme/:homeworkId",
    permission: "study:homework_statistics",
    crumbs: [study, studyHomework, studyGroup, { label: "shell.homeworkResults" }],
    namespaces: [...LIST, "homework", "sheets", "studyStatistics"],
    load: async () => (await import("@/features/homework/statistics/lesson-screen")).DepartmentLessonScreen,
  },
  {
    path: "/study-department/homeworks/:id/lesson/:lessonId/theme/:homeworkId/chat/:chatId/home/:senderId",
    permission: "all_groups:check_homeworks",
    crumbs: [study, studyHomework, studyGroup, { label: "checking.title" }],
    namespaces: ["checking"],
    load: async () => (await import("@/features/homework/checking/checking-screen")).HomeworkChatScreen,
  },
  {
    path: "/study-department/teacher-statistics",
    permission: "study:homework_statistics",
    crumbs: [study, { label: "shell.teacherStatistics" }],
    menu: { group: "study", label: "shell.teacherStatistics", order: 40 },
    namespaces: [...LIST, "sheets", "studyStatistics"],
    load: async () => (await import("@/features/homework/statistics/teachers/teachers-screen")).TeacherStatisticsScreen,
  },
  {
    path: "/study-department/teachers-kpi",
    permission: "study:homework_statistics",
    crumbs: [study, { label: "shell.teachersKpi" }],
    menu: { group: "study", label: "shell.teachersKpi", order: 50 },
    namespaces: [...LIST, "academics", "sheets", "staff"],
    load: async () => (await import("@/features/people/academics/list/teachers-kpi-screen")).TeachersKpiScreen,
  },
  {
    path: "/control",
    permission: "staff_control:roles",
    crumbs: [staffControl, { label: "shell.roles" }],
    menu: { group: "staffControl", label: "shell.roles", order: 10 },
    namespaces: [...LIST, "roles", "sheets"],
    load: async () => (await import("@/features/access/roles/roles-screen")).RolesScreen,
  },
  {
    path: "/control/roles/add",
    permission: "staff_control:roles",
    action: "create",
    crumbs: [staffControl, roles, { label: "shell.roleAdd" }],
    namespaces: ["form", "roles"],
    load: async () => (await import("@/features/access/roles/add-role-screen")).AddRoleScreen,
  },
  {
    path: "/control/roles/edit/:id",
    permission: "staff_control:roles",
    action: "update",
    crumbs: [staffControl, roles, { label: "shell.roleEdit" }],
    namespaces: ["form", "roles"],
    load: async () => (await import("@/features/access/roles/edit-role-screen")).EditRoleScreen,
  },
  {
    path: "/control/roles/:id",
    permission: "staff_control:roles",
    crumbs: [staffControl, roles, { label: "shell.role" }],
    namespaces: ["audits", "roles", "table"],
    load: async () => (await import("@/features/access/roles/role-screen")).RoleScreen,
  },
  {
    path: "/control/:userId/users",
    permission: "staff_control:users",
    crumbs: [staffControl, roles, { label: "shell.roleUsers" }],
    namespaces: [...LIST, "roles", "sheets"],
    load: async () => (await import("@/features/access/roles/role-users-screen")).RoleUsersScreen,
  },
  {
    path: "/users/staff",
    permission: "users:staff",
    crumbs: [users, { label: "shell.staff" }],
    menu: { group: "users", label: "shell.staff", order: 30 },
    namespaces: [...LIST, "form", "sheets", "staff"],
    load: async () => (await import("@/features/access/users/staff-screen")).StaffScreen,
  },
  {
    path: "/users/staff/bulk/:id",
    permission: "staff_control:users|users:staff",
    crumbs: [users, { label: "shell.staff", to: "/users/staff" }, { label: "shell.studentsMany" }],
    namespaces: ["many", "students", "table"],
    load: async () => (await import("@/features/people/bulk/bulk-operation-screen")).BulkOperationScreen,
  },
  {
    path: "/users/staff/:id",
    permission: "users:staff",
    crumbs: [users, { label: "shell.staff", to: "/users/staff" }, { label: "shell.staffMember" }],
    namespaces: ["audits", "form", "photo", "staff", "table"],
    load: async () => (await import("@/features/access/users/staff-member-screen")).StaffMemberScreen,
  },
  {
    path: "/control/users/add",
    permission: "staff_control:users",
    action: "create",
    crumbs: [users, { label: "shell.staff", to: "/users/staff" }, { label: "shell.newAccount" }],
    namespaces: ["form", "staff"],
    load: async () => (await import("@/features/access/users/form/add-user-screen")).AddUserScreen,
  },
  {
    path: "/control/:id/users/:userId/edit",
    permission: "staff_control:users|users:staff",
    action: "update",
    crumbs: [users, { label: "shell.staff", to: "/users/staff" }, { label: "shell.editAccount" }],
    namespaces: ["audits", "form", "photo", "staff", "table"],
    load: async () => (await import("@/features/access/users/form/edit-user-screen")).EditUserScreen,
  },
  {
    path: "/users/academic",
    permission: "users:academic",
    crumbs: [users, { label: "shell.academics" }],
    menu: { group: "users", label: "shell.academics", order: 40 },
    namespaces: [...LIST, "academics", "form", "sheets", "staff"],
    load: async () => (await import("@/features/people/academics/list/accounts-screen")).AcademicsScreen,
  },
  {
    path: "/users/academic/bulk/:id",
    permission: "users:academic",
    crumbs: [users, { label: "shell.academics", to: "/users/academic" }, { label: "shell.studentsMany" }],
    namespaces: ["many", "students", "table"],
    load: async () => (await import("@/features/people/bulk/bulk-operation-screen")).BulkOperationScreen,
  },
  {
    path: "/users/academic/:id",
    permission: "users:academic",
    crumbs: [users, { label: "shell.academics", to: "/users/academic" }, { label: "shell.academic" }],
    namespaces: ["academics", "audits", "form", "photo", "staff", "table"],
    load: async () => (await import("@/features/people/academics/person-screen")).AcademicScreen,
  },
  {
    path: "/users/academic/:id/group",
    permission: "users:academic",
    crumbs: [
      users,
      { label: "shell.academics", to: "/users/academic" },
      { label: "shell.academic", to: "/users/academic/:id" },
      { label: "shell.academicGroups" },
    ],
    namespaces: [...LIST, "academics", "audits", "form", "photo", "sheets", "staff"],
    load: async () => (await import("@/features/people/academics/groups/academic-groups-screen")).AcademicGroupsScreen,
  },
  {
    path: "/users/academic/:id/:groupId/attendances",
    permission: "users:academic",
    crumbs: [
      users,
      { label: "shell.academics", to: "/users/academic" },
      { label: "shell.academic", to: "/users/academic/:id" },
      { label: "shell.attendances" },
    ],
    namespaces: ["academics", "audits", "form", "photo", "staff", "table"],
    load: async () => (await import("@/features/people/academics/attendances-screen")).AcademicAttendancesScreen,
  },
  {
    path: "/users/teacher/add",
    permission: "users:academic",
    action: "create",
    crumbs: [users, { label: "shell.academics", to: "/users/academic" }, { label: "shell.teacherAdd" }],
    namespaces: ["academics", "audits", "form", "photo", "staff", "table"],
    load: async () => (await import("@/features/people/academics/account/teacher-account-screens")).AddTeacherScreen,
  },
  {
    path: "/users/teacher/:id/edit",
    permission: "users:academic",
    action: "update",
    crumbs: [users, { label: "shell.academics", to: "/users/academic" }, { label: "shell.teacherEdit" }],
    namespaces: ["academics", "audits", "form", "photo", "staff", "table"],
    load: async () => (await import("@/features/people/academics/account/teacher-account-screens")).EditTeacherScreen,
  },
  {
    path: "/teachers",
    permission: "users:academic|users:teachers",
    crumbs: [{ label: "shell.teachers" }],
    menu: { icon: GraduationCap, label: "shell.teachers", order: 20 },
    namespaces: [...LIST, "academics", "sheets", "staff"],
    load: async () => (await import("@/features/people/academics/list/teachers-screen")).TeachersScreen,
  },
  {
    path: "/teachers/:id",
    permission: "users:academic|users:teachers",
    crumbs: [{ label: "shell.teachers", to: "/teachers" }, { label: "shell.teacher" }],
    namespaces: ["academics", "audits", "form", "photo", "staff", "table"],
    load: async () => (await import("@/features/people/academics/teacher-screen")).TeacherScreen,
  },
  {
    path: "/assistants",
    permission: "users:academic|users:assistants",
    crumbs: [users, { label: "shell.assistants" }],
    menu: { group: "users", label: "shell.assistants", order: 50 },
    namespaces: [...LIST, "academics", "form", "sheets", "staff"],
    load: async () => (await import("@/features/people/academics/list/accounts-screen")).AssistantsScreen,
  },
  {
    path: "/assistants/:id",
    permission: "users:academic|users:assistants",
    crumbs: [users, { label: "shell.assistants", to: "/assistants" }, { label: "shell.assistant" }],
    namespaces: ["academics", "audits", "form", "photo", "staff", "table"],
    load: async () => (await import("@/features/people/academics/person-screen")).AssistantScreen,
  },
  {
    path: "/assistants/:id/:groupId/attendances",
    permission: "users:academic|users:assistants",
    crumbs: [
      users,
      { label: "shell.assistants", to: "/assistants" },
      { label: "shell.assistant", to: "/assistants/:id" },
      { label: "shell.attendances" },
    ],
    namespaces: ["academics", "audits", "form", "photo", "staff", "table"],
    load: async () => (await import("@/features/people/academics/attendances-screen")).AssistantAttendancesScreen,
  },
  {
    path: "/users/authors",
    permission: "users:academic",
    crumbs: [users, { label: "shell.authors" }],
    menu: { group: "users", label: "shell.authors", order: 60 },
    namespaces: [...LIST, "academics", "sheets", "staff"],
    load: async () => (await import("@/features/people/authors/authors-screen")).AuthorsScreen,
  },
  {
    path: "/users/authors/add",
    permission: "users:academic",
    action: "create",
    crumbs: [users, { label: "shell.authors", to: "/users/authors" }, { label: "shell.authorAdd" }],
    namespaces: ["academics", "audits", "form", "photo", "staff", "table"],
    load: async () => (await import("@/features/people/authors/author-screens")).AddAuthorScreen,
  },
  {
    path: "/users/authors/:authorId/edit",
    permission: "users:academic",
    action: "update",
    crumbs: [users, { label: "shell.authors", to: "/users/authors" }, { label: "shell.authorEdit" }],
    namespaces: ["academics", "audits", "form", "photo", "staff", "table"],
    load: async () => (await import("@/features/people/authors/author-screens")).EditAuthorScreen,
  },
  {
    path: "/audits",
    permission: "staff_control:audit_logs",
    crumbs: [staffControl, { label: "shell.audits" }],
    menu: { group: "staffControl", label: "shell.audits", order: 40 },
    namespaces: [...LIST, "audits", "roles", "sheets"],
    load: async () => (await import("@/features/audit/audits-screen")).AuditsScreen,
  },
  {
    path: "/branch-office",
    permission: "staff_control:offices",
    crumbs: [staffControl, { label: "shell.branches" }],
    menu: { group: "staffControl", label: "shell.branches", order: 30 },
    namespaces: [...LIST, "audits", "branches", "form"],
    load: async () => (await import("@/features/branches/branches-screen")).BranchesScreen,
  },
  {
    path: "/settings",
    permission: "settings",
    crumbs: [{ label: "shell.settings" }],
    menu: { group: "settings", label: "shell.settingsHome", order: 10 },
    namespaces: ["integrations", "settings", "sms"],
    load: async () => (await import("@/features/settings/settings-screen")).SettingsScreen,
  },
  {
    path: "/settings/student-statuses",
    permission: "settings:student_statutes",
    crumbs: [settingsHome, { label: "shell.studentStatuses" }],
    namespaces: [...LIST, "settings"],
    load: async () => (await import("@/features/settings/statuses-screen")).StatusesScreen,
  },
  {
    path: "/settings/student-statuses/:id/edit",
    permission: "settings:student_statutes",
    action: "update",
    crumbs: [
      settingsHome,
      { label: "shell.studentStatuses", to: "/settings/student-statuses" },
      { label: "shell.studentStatus" },
    ],
    namespaces: ["audits", "form", "settings", "table"],
    load: async () => (await import("@/features/settings/status-screen")).StatusScreen,
  },
  {
    path: "/integrations",
    permission: "settings:integrations",
    crumbs: [settingsHome, { label: "shell.integrations" }],
    menu: { group: "settings", label: "shell.integrations", order: 20 },
    namespaces: ["form", "integrations"],
    load: async () => (await import("@/features/settings/integrations/integrations-screen")).IntegrationsScreen,
  },
  {
    path: "/sms-templates",
    permission: "settings:integrations",
    crumbs: [settingsHome, { label: "shell.smsTemplates" }],
    menu: { group: "settings", label: "shell.smsTemplates", order: 30 },
    namespaces: [...LIST, "form", "sms"],
    load: async () => (await import("@/features/messaging/templates-screen")).TemplatesScreen,
  },
  {
    path: "/holidays",
    permission: "all_groups:attendance",
    crumbs: [settings, { label: "shell.holidays" }],
    menu: { group: "settings", label: "shell.holidays", order: 40 },
    namespaces: [...LIST, "form", "holidays"],
    load: async () => (await import("@/features/attendance/holidays/holidays-screen")).HolidaysScreen,
  },
  {
    path: "/gamification/recompute",
    permission: "gamification:method_actions",
    crumbs: [{ label: "shell.gamification" }, { label: "shell.recompute" }],
    menu: { icon: Trophy, label: "shell.recompute", order: 75 },
    namespaces: ["form", "recompute", "table"],
    load: async () => (await import("@/features/gamification/recompute-screen")).RecomputeScreen,
  },
  {
    path: "/synchronization",
    ...START_SYNC,
    crumbs: [settings, { label: "shell.synchronisation" }],
    menu: { group: "settings", label: "shell.synchronisation", order: 90 },
    namespaces: [...LIST, "lastSync", "sheets", "synchronisation"],
    load: async () => (await import("@/features/sync/runs/runs-screen")).RunsScreen,
  },
  {
    path: "/jobs",
    permission: "settings:integrations",
    crumbs: [settings, { label: "shell.jobs" }],
    menu: { group: "settings", label: "shell.jobs", order: 95 },
    namespaces: [...LIST, "attendance", "jobs", "sheets", "sms"],
    load: async () => (await import("@/features/jobs/jobs-screen")).JobsScreen,
  },
  {
    path: "/profile",
    permission: "signed-in",
    crumbs: [{ label: "shell.profile" }],
    menu: { icon: CircleUser, label: "shell.profile", order: 130 },
    namespaces: ["form", "photo", "profile"],
    load: async () => (await import("@/features/access/profile/profile-screen")).ProfileScreen,
  },
  {
    path: "/profile/password",
    permission: "signed-in",
    crumbs: [{ label: "shell.profile", to: "/profile" }, { label: "shell.changePassword" }],
    namespaces: ["form", "profile"],
    load: async () => (await import("@/features/access/profile/password-screen")).PasswordScreen,
  },
  {
    path: "/study-department/courses",
    permission: "study:courses",
    crumbs: [study, { label: "courses.title" }],
    menu: { group: "study", label: "courses.title", order: 20 },
    namespaces: [...LIST, "courses", "sheets"],
    load: async () => (await import("@/features/courses/list/courses-screen")).CoursesScreen,
  },
  {
    path: "/study-department/courses/:id",
    permission: "study:courses",
    crumbs: [study, { label: "courses.title", to: "/study-department/courses" }, { label: "courses.course" }],
    namespaces: ["audits", "courses", "homeworkDatabase", "lists", "order", "table"],
    load: async () => (await import("@/features/courses/course-screen")).CourseScreen,
  },
  {
    path: "/study-department/drag-drop",
    permission: "study:courses",
    crumbs: [study, { label: "courses.title", to: "/study-department/courses" }, { label: "courses.order.title" }],
    namespaces: ["courses", "order", "table"],
    load: async () => (await import("@/features/courses/order/course-order-screen")).CourseOrderScreen,
  },
  {
    path: "/study-department/switch/:homeworkId",
    permission: "study:courses",
    crumbs: [
      study,
      { label: "homeworkDatabase.title", to: "/study-department/source" },
      { label: "homeworkDatabase.switch.title" },
    ],
    namespaces: ["homeworkDatabase", "order", "table"],
    load: async () => (await import("@/features/homework-database/switch/switch-screen")).SwitchScreen,
  },
  {
    path: "/study-department/source",
    permission: "study:homework_db",
    crumbs: [
      study,
      { label: "homeworkDatabase.title", to: "/study-department/source" },
      { label: "homeworkDatabase.lesson" },
    ],
    menu: { group: "study", label: "homeworkDatabase.title", order: 30 },
    namespaces: ["audits", "form", "homework", "homeworkDatabase", "order", "table"],
    load: async () => (await import("@/features/homework-database/source-screen")).SourceScreen,
  },
  {
    path: "/study-department/source/homework",
    permission: "study:homework_db",
    crumbs: [
      study,
      { label: "homeworkDatabase.title", to: "/study-department/source" },
      { label: "homeworkDatabase.listTitle" },
    ],
    namespaces: [...LIST, "homeworkDatabase", "sheets"],
    load: async () => (await import("@/features/homework-database/homework-list-screen")).HomeworkListScreen,
  },
  {
    path: "/study-department/draft",
    permission: "study:homework_db",
    crumbs: [
      study,
      { label: "homeworkDatabase.title", to: "/study-department/source" },
      { label: "homeworkDatabase.draftsTitle" },
    ],
    namespaces: ["audits", "form", "homework", "homeworkDatabase", "order", "table"],
    load: async () => (await import("@/features/homework-database/source-screen")).DraftScreen,
  },
  // A production build has neither the row nor the code.
  ...(import.meta.env.DEV ? [gallery()] : []),
];

function gallery(): Screen {
  return {
    path: "/gallery",
    permission: "signed-in",
    crumbs: [{ label: "shell.gallery" }],
    devOnly: true,
    namespaces: ["order"],
    load: async () => (await import("@/features/gallery/gallery-screen")).GalleryScreen,
  };
}

/** The text of `contracts/screens.json`; parameters in braces, as the specification writes them. */
export function screensFile(): string {
  const rows = SCREENS.filter((screen) => !screen.devOnly)
    .map(({ path, permission, action }) => ({ path: path.replace(/:(\w+)/g, "{$1}"), permission, action }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(",\n")}\n]\n`;
}
