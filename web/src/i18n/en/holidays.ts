/** Texts of the days without lessons. */
import type { holidays as uz } from "../uz/holidays";
import type { Words } from "../words";

export const holidays: Words<typeof uz> = {
  date: "Date",
  name: "Name",
  offices: "Branches",
  wholeCentre: "Whole centre",
  wholeCentreHelp: "No lessons in any branch, future ones included.",
  officesHelp: "Lessons are cancelled in these branches only.",
  effect: "Future lessons of that day which are not marked yet are removed.",
  add: "Add holiday",
  added: "Holiday added",
  elsewhere_one: "{{count}} more branch",
  elsewhere_other: "{{count}} more branches",
  othersToo: "This belongs to other branches too: only staff assigned to all of them can delete it.",
  deleteTitle: "Delete {{date}} “{{name}}”?",
  deleteText: "The lessons of that day are restored from the schedule.",
  deleteConfirm: "Delete holiday",
  deleted: "Holiday deleted",
  emptyTitle: "No holidays yet",
  emptyText: "Add a public holiday or another day without lessons: no lessons are planned for it.",
};
