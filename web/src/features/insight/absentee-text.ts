/** Absentees as plain text, for the person who calls them. */
import type { TFunction } from "i18next";
import type { Absentee } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatPhone } from "@/lib/format/phone";

export interface AbsentLesson {
  lessonId: number;
  group: string;
  beginTime: string;
  students: Absentee[];
}

/** By lesson, in the order of arrival. */
export function byLesson(absentees: readonly Absentee[]): AbsentLesson[] {
  const lessons = new Map<number, AbsentLesson>();
  for (const one of absentees) {
    const { lessonId, group, beginTime } = one;
    const known = lessons.get(lessonId) ?? { lessonId, group: group.name, beginTime, students: [] };
    known.students.push(one);
    lessons.set(lessonId, known);
  }
  return [...lessons.values()];
}

const REASONS = { 1: "onTheRoad", 2: "reasonable", 3: "withoutReason" } as const;

/** `isDefault`: nobody chose the reason, it has a question mark (D-24). */
export const reasonLabel = (reason: Absentee["reason"], t: TFunction, isDefault = false): string =>
  reason ? t(`today.reasons.${REASONS[reason]}`) + (isDefault ? "?" : "") : "";

const lineOf = (one: Absentee, at: number, t: TFunction): string => {
  const facts = [one.phone ? formatPhone(one.phone) : "", reasonLabel(one.reason, t, one.reasonIsDefault)].filter(
    Boolean,
  );
  return [`${at + 1}. ${one.fullName}`, ...facts].join(", ");
};

/** Names, phones where they are known, and reasons, under each lesson's group and hour. */
export function absenteeText(lessons: readonly AbsentLesson[], day: string, t: TFunction): string {
  const parts = lessons.map(({ group, beginTime, students }) =>
    [`${group}, ${beginTime}`, ...students.map((one, at) => lineOf(one, at, t))].join("\n"),
  );
  return [t("today.absentTextTitle", { day: formatDate(day) }), ...parts].join("\n\n");
}
