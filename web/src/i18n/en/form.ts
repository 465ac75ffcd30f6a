import type { form as uz } from "../uz/form";
import type { Words } from "../words";

export const form: Words<typeof uz> = {
  required: "Must be filled in",
  tooShort: "Write at least {{min}} characters",
  tooLong: "Write at most {{max}} characters",
  pattern: "This does not look right",
  draft: "An unsaved draft was restored.",
  draftDrop: "Discard the draft",
  notSaved: "Not saved. What you typed is still here.",
  dayShape: "DD.MM.YYYY",
  pickDay: "{{field}}: pick from the calendar",
  monthBefore: "Previous month",
  monthAfter: "Next month",
  month: "Month",
  year: "Year",
};
