import type { settings as uz } from "../uz/settings";
import type { Words } from "../words";

export const settings: Words<typeof uz> = {
  homeText: "Settings of the whole centre",
  statusesText: "Names of student statuses in three languages, and whether they count in statistics",
  synchronisationText: "Exchange with the school system: runs, reports, reverting",
  jobsText: "Background work of the console, and its failures",
  branchesText: "The centre's branches and their counterparts in the school system",
  rolesText: "Permissions of each role",
  auditsText: "All changes with author and time",
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
  words: "Display name",
  uz: "In Uzbek",
  ru: "In Russian",
  en: "In English",
  countsHelp: "When off, students with this status are left out of reports.",
  saved: "The status was saved",
  missingTitle: "Status not found",
  missingText: "There are six statuses; none can be added or deleted.",
  backToStatuses: "Back to the statuses",
  changedByOther: "Another user changed this status while you were editing. Their values are shown below.",
  theirs: "Theirs: {{value}}",
  noneText: "No settings are available to you",
};
