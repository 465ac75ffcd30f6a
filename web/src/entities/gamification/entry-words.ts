/** The words of an entry of the ledger: its line, its details. */
import type { TFunction } from "i18next";
import type { Answer } from "@/api/request";

export type Awards = Answer<"get", "/students/{id}/awards">;
export type Entry = Awards["entries"][number];
type Details = Entry["details"];

const BANDS = ["extra", "high", "top", "good", "satisfactory", "awful"] as const;
const MARKS = { 1: "attended", 2: "absent", 4: "late" } as const;

/** +30, −15, or a dash for nothing. */
export function signed(value: number, number: (value: number) => string): string {
  if (value === 0) return "—";
  return value > 0 ? `+${number(value)}` : `−${number(-value)}`;
}

/** 25, or −25 for what is owed. */
export function plain(value: number, number: (value: number) => string): string {
  return value < 0 ? `−${number(-value)}` : number(value);
}

/** The line of an entry: *Homework on time*, *Attendance changed*. */
export function lineOf({ kind, cause, achievement }: Entry, t: TFunction): string {
  if (kind === "purchase" || kind === "refund") return t(`earnings.lines.${kind}`);
  if (kind === "correction" && cause !== "order") return t(`earnings.lines.${cause}Corrected`);
  if (achievement === "attended" || achievement === "came_late") return t(`earnings.lines.${achievement}`);
  if (achievement?.startsWith("on_time_")) return t("earnings.lines.homeworkOnTime");
  if (achievement?.startsWith("late_")) return t("earnings.lines.homeworkLate");
  return t(`earnings.lines.${cause === "order" ? "purchase" : cause}`);
}

/** Group, lesson, title, and what was achieved; of a correction what changed. */
export function detailsOf(entry: Entry, t: TFunction): string {
  const { details } = entry;
  const place = [
    details.group,
    details.lesson ? t("earnings.lesson", { number: details.lesson }) : null,
    details.title,
    entry.cause === "order" ? entry.source : null,
  ];
  return [...place, changeOf(details, t) ?? achievedOf(details, entry.achievement, t), entry.reason]
    .filter(Boolean)
    .join(" · ");
}

/** Score and band, or the mark. */
export function achievedOf(details: Details, achievement: string | null, t: TFunction): string {
  const band = BANDS.find((one) => achievement?.endsWith(`_${one}`));
  const score = typeof details.score === "number" ? t("earnings.points", { score: details.score }) : null;
  return [score, band ? t(`earnings.bands.${band}`) : null, score ? null : markOf(details.mark, t)]
    .filter(Boolean)
    .join(", ");
}

function changeOf({ score, mark, corrected }: Details, t: TFunction): string | null {
  if (!corrected) return null;
  if (typeof score === "number" && typeof corrected.score === "number")
    return t("earnings.pointsChanged", { before: score, after: corrected.score });
  const [before, after] = [markOf(mark, t), markOf(corrected.mark, t)];
  return before && after ? t("earnings.marksChanged", { before, after }) : null;
}

function markOf(mark: number | null | undefined, t: TFunction): string | null {
  return mark === 1 || mark === 2 || mark === 4 ? t(`earnings.marks.${MARKS[mark]}`) : null;
}

/** The member of staff, or the system, the school, the student. */
export function makerOf({ madeBy, cause, kind }: Entry, t: TFunction): string {
  if (madeBy) return madeBy;
  if (kind === "purchase") return t("earnings.student");
  return cause === "school" ? t("earnings.school") : t("earnings.system");
}
