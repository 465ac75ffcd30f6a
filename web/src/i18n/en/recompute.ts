import type { recompute as uz } from "../uz/recompute";
import type { Words } from "../words";

export const recompute: Words<typeof uz> = {
  title: "Recompute XP",
  about: "Shows what attendance, homework and exams of a period earn by the present rules.",
  period: "Period",
  from: "From",
  to: "To",
  preview: "Show the differences",
  states: {
    planning: "In progress",
    planned: "Not written yet",
    committing: "Being written",
    done: "Written",
    refused: "Rejected",
  },
  failed: "Failed",
  nothing: "No difference: everything fits the present rules.",
  sums: "Awards: {{awards}}, students: {{students}}. Difference in all: {{xp}} XP, {{silver}} silver.",
  refused: "Rules or marks have changed since the preview. Nothing was written: preview it again.",
  commit: "Recompute",
  commitText: "Awards to be corrected: {{awards}}, students: {{students}}. No entry is deleted; corrections are added.",
  silver: "Silver",
  cause: "{{cause}}: {{total}}",
  causes: {
    lesson: "lessons",
    homework: "homework",
    exam_participation: "taking exams",
    exam_pass: "exams",
  },
};
