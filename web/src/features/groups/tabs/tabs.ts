/** The sub-pages of a group that there are, in the order of their numbers; each comes with its code when it is opened. */
import { lazily } from "@/shared/ui/lazily";
import { ATTENDANCE, type GroupTab, INFO } from "./tab";

export const TABS: readonly GroupTab[] = [
  {
    number: ATTENDANCE,
    label: "groups.tabs.attendance",
    options: ["attendance"],
    Content: lazily(async () => (await import("./attendance-tab")).AttendanceTab),
  },
  {
    number: INFO,
    label: "groups.tabs.info",
    options: [],
    Content: lazily(async () => (await import("./info-tab")).InfoTab),
  },
  {
    number: 6,
    label: "groups.tabs.journal",
    options: ["journal"],
    Content: lazily(async () => (await import("./journal-tab")).JournalTab),
  },
  {
    number: 7,
    label: "groups.tabs.staffAttendance",
    options: ["attendance"],
    Content: lazily(async () => (await import("./staff-attendance-tab")).StaffAttendanceTab),
  },
];
