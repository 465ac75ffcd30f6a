import type { form as uz } from "../uz/form";
import type { Words } from "../words";

export const form: Words<typeof uz> = {
  required: "Required",
  tooShort: "Write at least {{min}} characters",
  tooLong: "Write at most {{max}} characters",
  pattern: "Wrong format",
  draft: "An unsaved draft was restored.",
  draftDrop: "Discard draft",
  notSaved: "Not saved. Your input is still here.",
  dayShape: "DD.MM.YYYY",
  day: { format: "Enter the date as DD.MM.YYYY", noSuchDay: "There is no such day" },
  pickDay: "{{field}}: pick from the calendar",
  monthBefore: "Previous month",
  monthAfter: "Next month",
  month: "Month",
  year: "Year",
};
