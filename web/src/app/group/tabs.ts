/** Sub-pages of a group in the order of their numbers; each loads its code when it is opened. */
import { ATTENDANCE, type GroupTab, INFO } from "@/entities/groups/group-tabs";
import { lazyComponent } from "@/lib/lazy/lazy-component";

export const TABS: readonly GroupTab[] = [
  {
    number: ATTENDANCE,
    label: "groups.tabs.attendance",
    options: ["attendance"],
    Content: lazyComponent(
      async () => (await import("@/features/attendance/month/attendance-tab")).AttendanceTab,
      ["attendance", "groups", "journal"],
    ),
  },
  {
    number: 2,
    label: "groups.tabs.videos",
    options: ["video_upload"],
    Content: lazyComponent(
      async () => (await import("@/features/videos/videos-tab")).VideosTab,
      ["groups", "lists", "table", "videos"],
    ),
  },
  {
    number: 3,
    label: "groups.tabs.homework",
    options: ["all_homeworks", "check_homeworks"],
    Content: lazyComponent(
      async () => (await import("@/features/homework/giving/homework-tab")).HomeworkTab,
      ["homework", "table"],
    ),
  },
  {
    number: 4,
    label: "groups.tabs.exams",
    options: ["exam", "exam_chats"],
    Content: lazyComponent(async () => (await import("@/features/exams/exams-tab")).ExamsTab, ["exams", "table"]),
  },
  {
    number: INFO,
    label: "groups.tabs.info",
    options: [],
    Content: lazyComponent(
      async () => (await import("@/features/groups/info/info-tab")).InfoTab,
      ["groups", "student", "table"],
    ),
  },
  {
    number: 6,
    label: "groups.tabs.journal",
    options: ["journal"],
    Content: lazyComponent(
      async () => (await import("@/features/attendance/journal/journal-tab")).JournalTab,
      ["attendance", "groups", "journal"],
    ),
  },
  {
    number: 7,
    label: "groups.tabs.staffAttendance",
    options: ["attendance"],
    Content: lazyComponent(
      async () => (await import("@/features/attendance/staff/staff-attendance-tab")).StaffAttendanceTab,
      ["groups", "journal", "photo"],
    ),
  },
];
