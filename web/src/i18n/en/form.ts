import type { form as uz } from "../uz/form";
import type { Words } from "../words";

export const form: Words<typeof uz> = {
  required: "Required",
  tooShort: "Write at least {{min}} characters",
  tooLong: "Write at most {{max}} characters",
  pattern: "Invalid format",
  draft: "An unsaved draft was restored.",
  draftDrop: "Discard the draft",
  notSaved: "Not saved. Your input is still here.",
  dayShape: "DD.MM.YYYY",
  pickDay: "{{field}}: pick from the calendar",
  monthBefore: "Previous month",
  monthAfter: "Next month",
  month: "Month",
  year: "Year",
};
