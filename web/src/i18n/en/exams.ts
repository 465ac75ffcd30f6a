import type { exams as uz } from "../uz/exams";
import type { Words } from "../words";

export const exams: Words<typeof uz> = {
  one: "Exam",
  none: "No exams yet",
  noneText: "The exams of the group appear here.",
  handedInOf: "{{count}} of {{total}} handed in",
  waiting: "To check: {{total}}",
  announced: "Announced",
  announcedDone: "Results announced",
  announce: "Announce results",
  announceText: "{{total}} students see their result. {{xp}} XP are given in all. This can't be undone.",
  task: "Task",
  beginsAt: "Start",
  deadline: "Deadline",
  participants: "Participants",
  handedIn: "Handed in",
  nothingHandedIn: "Nothing handed in",
  unchecked: "Not checked",
  publicLink: "Link to the results",
  stillOpen: "The deadline is not over: students may still hand in work.",
  publicNone: "No such result",
  results: {
    failed: "Failed",
    passed: "Passed",
    absent: "Absent",
    failedExam: "Failed for a reason",
  },
};
