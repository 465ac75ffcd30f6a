/** Labels of groups: state, hours, percentages, and the path of a group's page. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { GroupRow, ScheduleLine } from "@/api/types";
import { type Audience, groupPath } from "@/entities/groups/group-tabs";
import { translated } from "@/i18n/translated";
import { type CalendarLanguage, weekdayNarrow, weekdayShort } from "@/lib/dates";
import { StatusTag, type Tone } from "@/ui/display/status-tag";

export const ACTIVE = 2;
export const ASSISTANT = 3;

const STATES: Record<number, [Tone, "notStarted" | "active" | "ended"]> = {
  1: ["info", "notStarted"],
  2: ["good", "active"],
  3: ["quiet", "ended"],
};

/** R1-111: a coloured tag with text. */
export function GroupStatus({ of }: { of: Pick<GroupRow, "status"> }) {
  const { t } = useTranslation();
  const [tone, word] = STATES[of.status] ?? [];
  return tone && word ? <StatusTag tone={tone}>{t(`groups.status.${word}`)}</StatusTag> : null;
}

type Hours = { daysOfWeek: readonly number[]; beginTime: string | null; endTime: string | null };

/** "Dush, Chor, Jum · 14:00–16:00"; narrow: "Du, Ch, Ju · 14:00–16:00". */
export const formatHours = (
  { daysOfWeek, beginTime, endTime }: Hours,
  language: CalendarLanguage,
  narrow = false,
): string =>
  [
    daysOfWeek.map((day) => (narrow ? weekdayNarrow : weekdayShort)(day, language)).join(", "),
    [beginTime, endTime].filter(Boolean).join("–"),
  ]
    .filter(Boolean)
    .join(" · ");

export const staffName = ({ firstName, lastName }: ScheduleLine["staff"], unknown: string): string =>
  [lastName, firstName].filter(Boolean).join(" ") || unknown;

export const isAssistants = (line: Pick<ScheduleLine, "staff">): boolean => line.staff.roleNumber === ASSISTANT;

/** The line that the group's page is opened with: a teacher's with days before any other; none where there is none. */
export function mainLine(group: Pick<GroupRow, "schedules">): ScheduleLine | undefined {
  const withDays = group.schedules.filter((line) => line.daysOfWeek.length > 0);
  return withDays.find((line) => !isAssistants(line)) ?? withDays[0];
}

export const linePath = (audience: Audience, groupId: number, line: ScheduleLine | undefined): string =>
  groupPath(audience, { groupId, staffId: line?.staff.id ?? 0, scheduleId: line?.id ?? 0 });

/** D-55: a group without staff or schedule has 0 in their place. */
export const groupPagePath = (audience: Audience, group: Pick<GroupRow, "id" | "schedules">): string =>
  linePath(audience, group.id, mainLine(group));

/** The school's word for how a group learns. */
export const learningTypeName = (word: string, t: TFunction): string =>
  translated(word, t("groups.learningTypes", { returnObjects: true }));
