import type { settings as uz } from "../uz/settings";
import type { Words } from "../words";

export const settings: Words<typeof uz> = {
  homeText: "What holds for the whole centre",
  statusesText: "Names of student statuses in three languages, and whether they count in statistics",
  synchronisationText: "Exchange with the school system: runs, reports, reverting",
  jobsText: "What the console does in the background, and what failed",
  branchesText: "The centre's branches and their pairs in the school system",
  rolesText: "Who sees and changes what",
  auditsText: "Who changed what, and when",
  columns: {
    name: "Name",
    fixed: "Fixed name",
    counts: "In statistics",
  },
  counts: "Counts",
  countsIn: "Counts in statistics",
  countsNot: "Does not count",
  statusOf: "Student status",
  editStatus: "Edit the status",
  words: "Shown name",
  uz: "In Uzbek",
  ru: "In Russian",
  en: "In English",
  countsHelp: "Without it, students of this status are left out of reports.",
  saved: "The status was saved",
  missingTitle: "There is no such status",
  missingText: "There are six statuses; none is added or deleted.",
  backToStatuses: "Back to the statuses",
  changedByOther: "Somebody changed this status while you were typing. What they wrote stands below.",
  theirs: "Theirs: {{value}}",
  noneText: "No setting is open to you",
};
