/** The figures of all teachers shown, and the plot of the period's days: handed in and checked. */
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { QueryState } from "@/api/use-read";
import { useLanguage } from "@/i18n/use-language";
import { formatDate, formatLessonDate } from "@/lib/dates";
import { formatCount } from "@/lib/format/numbers";
import { formatKpi } from "@/lib/format/percent";
import { usePhone } from "@/lib/use-phone";
import { Skeleton } from "@/ui/feedback/skeleton";
import { BarLinePlot } from "@/ui/plot/bar-line-plot";
import type { PlotData } from "@/ui/plot/plot";
import { formatDuration } from "./duration";
import type { Day, Previous, TeacherPage, TeachingFigures } from "./teacher-types";

const HEIGHT = { desk: 172, phone: 140 };

export function Overview({ of: read }: { of: QueryState<TeacherPage> }) {
  const phone = usePhone();
  const height = phone ? HEIGHT.phone : HEIGHT.desk;
  // The list below says why nothing can be shown.
  if (read.state === "failed" || read.state === "forbidden") return null;
  return (
    <section className="card mb-4 px-4 pt-3.5 pb-2.5 max-sm:mb-3 max-sm:px-3">
      {read.data ? (
        <div className={read.isPlaceholder ? "opacity-60" : undefined}>
          <DaysPlot
            days={read.data.days}
            height={height}
            head={<Summary of={read.data.summary} previous={read.data.previous} />}
          />
        </div>
      ) : (
        <Skeleton className="h-60 w-full" />
      )}
    </section>
  );
}

function Summary({ of, previous }: { of: TeachingFigures; previous: Previous }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const days = `${formatDate(previous.fromDate)} – ${formatDate(previous.toDate)}`;
  const before = (value: string) => t("studyStatistics.overview.before", { value });
  const tiles = [
    { name: t("studyStatistics.overview.handIns"), value: formatCount(of.handIns, language) },
    {
      name: t("studyStatistics.overview.checked"),
      value: formatKpi(of.checkedShare, language),
      note: previous.checkedShare === null ? undefined : before(formatKpi(previous.checkedShare, language)),
      days,
    },
    {
      name: t("studyStatistics.overview.median"),
      value: formatDuration(of.medianSeconds, language, t),
      note: previous.medianSeconds === null ? undefined : before(formatDuration(previous.medianSeconds, language, t)),
      days,
    },
    {
      name: t("studyStatistics.overview.waiting"),
      value: formatCount(of.waiting, language),
      note:
        of.waitingOver24h === 0
          ? undefined
          : t("studyStatistics.teachers.over24h", { total: formatCount(of.waitingOver24h, language) }),
    },
  ];
  return (
    <dl className="flex flex-wrap gap-x-7 gap-y-2 max-sm:grid max-sm:grid-cols-2">
      {tiles.map(({ name, value, note, days: title }) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-xs text-mut">
            {name}
            {note ? <span title={title}>, {note}</span> : null}
          </dt>
          <dd className="text-lg leading-6 font-[650] tracking-[-0.01em] text-ink-strong tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Days of a longer period than this are named with their month, for the same day comes twice. */
const ONE_MONTH = 31;

type DaysPlotProps = { days: readonly Day[]; height: number; head?: ReactNode };

export function DaysPlot({ days, height, head }: DaysPlotProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const plot = useMemo<PlotData>(
    () => ({
      label: t("studyStatistics.plot.days"),
      placeName: t("studyStatistics.plot.day"),
      barNames: [t("studyStatistics.plot.handIns")],
      lineName: t("studyStatistics.plot.checked"),
      places: days.map(({ day, handIns, checked }) => ({
        tick: days.length > ONE_MONTH ? formatDate(day).slice(0, 5) : String(Number(day.slice(8))),
        name: formatLessonDate(day, language),
        bars: [handIns],
        line: checked,
      })),
    }),
    [t, language, days],
  );
  return <BarLinePlot plot={plot} height={height} head={head} />;
}
