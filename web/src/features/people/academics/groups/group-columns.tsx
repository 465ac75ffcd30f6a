/** Columns of a person's groups. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { AcademicGroup } from "@/api/types";
import { useLanguage } from "@/i18n/use-language";
import { formatDate } from "@/lib/dates";
import { formatKpi } from "@/lib/format/percent";
import { StatusTag, type Tone } from "@/ui/display/status-tag";
import type { Column } from "@/ui/table/columns";
import { formatHours } from "../academic-labels";

const STATES: Record<number, [Tone, "notStarted" | "going" | "ended"]> = {
  1: ["info", "notStarted"],
  2: ["good", "going"],
  3: ["quiet", "ended"],
};

export function GroupStatus({ of }: { of: Pick<AcademicGroup, "status"> }) {
  const { t } = useTranslation();
  const [tone, word] = STATES[of.status] ?? [];
  return tone && word ? <StatusTag tone={tone}>{t(`academics.group.${word}`)}</StatusTag> : null;
}

export function useGroupColumns(attendances: (groupId: number) => string): readonly Column<AcademicGroup>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("academics.columns.group"),
        sort: true,
        fixed: true,
        grows: true,
        cell: (group) => (
          <Link to={attendances(group.id)} className="font-[550] text-ink-strong hover:underline">
            {group.name}
          </Link>
        ),
      },
      {
        id: "status",
        header: t("academics.columns.status"),
        filter: "status",
        cell: (group) => <GroupStatus of={group} />,
      },
      { id: "course", header: t("academics.columns.course"), shrinks: true, cell: (group) => group.course.name },
      { id: "office", header: t("academics.columns.office"), shrinks: true, cell: (group) => group.office.name },
      {
        id: "hours",
        header: t("academics.columns.hours"),
        shrinks: true,
        cell: (group) => (
          <span className="whitespace-nowrap">
            {group.schedules.map((hours) => formatHours(hours, language)).join("; ") || "—"}
          </span>
        ),
      },
      {
        id: "dates",
        header: t("academics.columns.dates"),
        cell: (group) => (
          <span className="whitespace-nowrap text-ink-soft">
            {[group.startedDate, group.endedDate].map((day) => formatDate(day) || "…").join(" – ")}
          </span>
        ),
      },
      { id: "students", header: t("academics.columns.students"), align: "right", cell: (group) => group.students },
      {
        id: "attendanceKpi",
        header: t("academics.columns.attendanceKpi"),
        align: "right",
        missing: { in: (group) => group.attendanceKpi === null, text: t("kit.missing.attendanceKpi") },
        cell: (group) => formatKpi(group.attendanceKpi, language),
      },
    ],
    [t, language, attendances],
  );
}
