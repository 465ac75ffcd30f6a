/** The save window of a lesson by this clock, while the server can't be asked (D-25, D-70). */
import { toMillis } from "@/lib/dates";
import type { Audience, SheetLesson } from "./api-types";

/** D-70: late submissions. */
const LATE_HOURS = 24;
const HOUR_MS = 3_600_000;
const BY_TIME: readonly SheetLesson["takes"][] = ["not_begun", "open", "late"];

/** What a save would come to now; a lesson that is closed for another reason than the time stays closed. */
export function takesNow(lesson: SheetLesson, audience: Audience, now: number): SheetLesson["takes"] {
  if (!BY_TIME.includes(lesson.takes)) return lesson.takes;
  if (now < toMillis(lesson.begins)) return "not_begun";
  const closes = toMillis(lesson.closes);
  if (audience === "admin" || now < closes) return "open";
  return now < closes + LATE_HOURS * HOUR_MS ? "late" : "over";
}
