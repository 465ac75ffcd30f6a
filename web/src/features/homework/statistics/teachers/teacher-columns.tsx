/** The columns of the teachers' statistics, and the row of their totals (D-106). */
import type { TFunction } from "i18next";
import { ClockAlert } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { PersonCell } from "@/entities/people/person-cell";
import type { Language } from "@/i18n/texts";
import { useLanguage } from "@/i18n/use-language";
import { formatCount, formatDecimal } from "@/lib/format/numbers";
import { formatKpi } from "@/lib/format/percent";
import { PercentBar } from "@/ui/display/percent-bar";
import { StatusTag } from "@/ui/display/status-tag";
import { Sparkline } from "@/ui/plot/sparkline";
import type { Column } from "@/ui/table/columns";
import { DAY_SECONDS, formatDuration } from "./duration";
import { placesOf, type TeacherRow, type TeachingFigures } from "./teacher-types";

/** The figures by the column that shows them; the ids are those of the spreadsheet's columns. */
function cells(of: TeachingFigures, language: Language, t: TFunction) {
  const count = (value: number) => (value === 0 ? "—" : formatCount(value, language));
  return {
    lessons: count(of.lessons),
    lessonsWithHomework: <Given of={of} />,
    homeworkGiven: count(of.homeworkGiven),
    handIns: count(of.handIns),
    checkedShare: <PercentBar percent={of.checkedShare} />,
    medianHours: formatDuration(of.medianSeconds, language, t),
    worstHours: formatDuration(of.worstSeconds, language, t),
    waitingNow: <Waiting of={of} />,
    averageScore: of.averageScore === null ? "—" : formatDecimal(of.averageScore, language),
    rejectedShare: formatKpi(of.rejectedShare, language),
    reminders: count(of.reminders),
  } satisfies Record<string, ReactNode>;
}

export type Figure = keyof ReturnType<typeof cells>;

export const totalsOf = (summary: TeachingFigures, teachers: number, language: Language, t: TFunction) => ({
  ...cells(summary, language, t),
  // Red marks a teacher past the limit; that some hand-in waits somewhere is no alarm.
  waitingNow: formatCount(summary.waiting, language),
  fullName: t("studyStatistics.teachers.total", { total: formatCount(teachers, language) }),
});

/** The words of the server where they differ from the column's id. */
const SORTS: Partial<Record<Figure, string>> = {
  checkedShare: "checked",
  medianHours: "median",
  worstHours: "worst",
  waitingNow: "waiting",
};

export function useTeacherColumns(): readonly Column<TeacherRow>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    const figure = (id: Figure, more: Partial<Column<TeacherRow>> = {}): Column<TeacherRow> => ({
      id,
      header: t(`studyStatistics.teachers.columns.${id}`),
      align: "right",
      sort: SORTS[id] ?? id,
      first: "desc",
      cell: ({ figures }) => <span className="tabular-nums">{cells(figures, language, t)[id]}</span>,
      ...more,
    });
    return [
      {
        id: "fullName",
        header: t("studyStatistics.teachers.columns.fullName"),
        sort: "name",
        fixed: true,
        grows: true,
        cell: ({ fullName, id, photo, offices, courses }) => (
          <PersonCell name={fullName} id={id} photo={photo} detail={placesOf({ offices, courses }) || undefined} />
        ),
      },
      figure("lessons"),
      figure("lessonsWithHomework"),
      figure("homeworkGiven", { spare: true }),
      figure("handIns"),
      figure("checkedShare"),
      figure("medianHours", {
        cell: ({ figures, trend }) => (
          <span className="flex items-center justify-end gap-2">
            {figures.medianSeconds === null ? null : (
              <Sparkline values={trend.map(({ medianSeconds }) => medianSeconds)} />
            )}
            <MedianTag seconds={figures.medianSeconds}>{formatDuration(figures.medianSeconds, language, t)}</MedianTag>
          </span>
        ),
      }),
      figure("worstHours"),
      figure("waitingNow"),
      figure("averageScore"),
      figure("rejectedShare"),
      figure("reminders"),
    ];
  }, [t, language]);
}

/** Lessons with homework, and their share of the lessons held. */
function Given({ of: { lessonsWithHomework, givenShare } }: { of: TeachingFigures }) {
  const language = useLanguage();
  if (givenShare === null) return "—";
  return (
    <>
      {formatCount(lessonsWithHomework, language)}
      <span className="ml-1.5 inline-block w-8 text-xs text-mut">{Math.round(givenShare)}%</span>
    </>
  );
}

/** A median beyond a day stands out. */
export function MedianTag({ seconds, children }: { seconds: number | null; children: string }) {
  if (seconds === null || seconds <= DAY_SECONDS) return <span className="tabular-nums">{children}</span>;
  return <StatusTag tone="warn">{children}</StatusTag>;
}

/** Hand-ins that wait; red where one has waited for more than a day. */
export function Waiting({ of: { waiting, waitingOver24h } }: { of: TeachingFigures }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (waiting === 0) return "—";
  if (waitingOver24h === 0) return formatCount(waiting, language);
  const why = t("studyStatistics.teachers.over24h", { total: formatCount(waitingOver24h, language) });
  return (
    <span title={why} className="inline-flex items-center gap-1 align-middle leading-none font-[550] text-bad">
      <ClockAlert aria-hidden size={15} />
      {formatCount(waiting, language)}
      <span className="sr-only">, {why}</span>
    </span>
  );
}
