/** One teacher in the period: the figures, the days, and every group with its weeks (D-106). */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Answer } from "@/api/request";
import { useRead } from "@/api/use-read";
import { useLanguage } from "@/i18n/use-language";
import { formatDate } from "@/lib/dates";
import { formatCount, formatDecimal } from "@/lib/format/numbers";
import { formatKpi } from "@/lib/format/percent";
import { Avatar } from "@/ui/display/avatar";
import { Fact, Facts } from "@/ui/display/fact";
import { Loaded } from "@/ui/feedback/loaded";
import { Sparkline } from "@/ui/plot/sparkline";
import { type Days, departmentGroupPath } from "../place";
import { formatDuration } from "./duration";
import { DaysPlot } from "./overview";
import { type Figure, MedianTag, Waiting } from "./teacher-columns";
import type { TeachingFigures } from "./teacher-types";

type Statistics = Answer<"get", "/homework-statistics/teachers/{id}">;

const PLOT_HEIGHT = 140;

export function TeacherPanel({ id, days }: { id: number; days: Days }) {
  const { t } = useTranslation();
  const read = useRead("/homework-statistics/teachers/{id}", { path: { id }, query: days }, { keepPreviousData: true });
  return (
    <Loaded of={read}>
      {({ teacher, photo, figures, groups, weeks, days: plotted, fromDate, toDate }) => (
        <div className={read.isPlaceholder ? "grid grid-cols-1 gap-5 opacity-60" : "grid grid-cols-1 gap-5"}>
          <div className="flex items-center gap-3">
            <Avatar name={teacher.name} id={teacher.id} photo={photo} />
            <div className="min-w-0">
              <h3 className="truncate text-base font-[650] text-ink-strong">{teacher.name}</h3>
              <p className="text-xs text-mut">
                {formatDate(fromDate)} – {formatDate(toDate)}
              </p>
            </div>
          </div>
          <FigureFacts of={figures} />
          <section>
            <h4 className="sr-only">{t("studyStatistics.plot.days")}</h4>
            <DaysPlot days={plotted} height={PLOT_HEIGHT} />
          </section>
          <Groups groups={groups} days={days} />
          <Weeks weeks={weeks} />
        </div>
      )}
    </Loaded>
  );
}

function FigureFacts({ of }: { of: TeachingFigures }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = (figure: Figure) => t(`studyStatistics.teachers.columns.${figure}`);
  return (
    <Facts>
      <Fact name={name("lessons")} value={formatCount(of.lessons, language)} />
      <Fact
        name={name("lessonsWithHomework")}
        value={`${formatCount(of.lessonsWithHomework, language)} · ${formatKpi(of.givenShare, language)}`}
      />
      <Fact name={name("handIns")} value={formatCount(of.handIns, language)} />
      <Fact name={name("checkedShare")} value={formatKpi(of.checkedShare, language)} />
      <Fact
        name={name("medianHours")}
        value={<MedianTag seconds={of.medianSeconds}>{formatDuration(of.medianSeconds, language, t)}</MedianTag>}
      />
      <Fact name={name("worstHours")} value={formatDuration(of.worstSeconds, language, t)} />
      <Fact name={name("waitingNow")} value={<Waiting of={of} />} />
      <Fact
        name={name("averageScore")}
        value={of.averageScore === null ? "—" : formatDecimal(of.averageScore, language)}
      />
      <Fact name={name("rejectedShare")} value={formatKpi(of.rejectedShare, language)} />
      <Fact name={name("reminders")} value={formatCount(of.reminders, language)} />
    </Facts>
  );
}

function Groups({ groups, days }: { groups: Statistics["groups"]; days: Days }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (groups.length === 0) return null;
  return (
    <section>
      <h4 className="mb-2 text-sm font-[650] text-ink-strong">{t("studyStatistics.teachers.byGroup")}</h4>
      <ul className="card divide-y divide-line-soft">
        {groups.map(({ group, course, office, figures, weeks }) => (
          <li key={group.id}>
            <Link
              to={`${departmentGroupPath(group.id)}?from=${days.fromDate}&to=${days.toDate}`}
              className="flex min-h-14 items-center gap-3 px-3 py-2 text-sm hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="line-clamp-1 font-[550] text-ink-strong">{group.name}</span>
                <span className="block truncate text-xs text-mut">{[course, office].filter(Boolean).join(" · ")}</span>
                <span className="block text-xs text-mut">
                  {t("studyStatistics.teachers.handedIn", { total: formatCount(figures.handIns, language) })}
                  {" · "}
                  {t("studyStatistics.teachers.checkedShare", { value: formatKpi(figures.checkedShare, language) })}
                </span>
              </span>
              {weeks.length > 1 ? <Sparkline values={weeks.map(({ medianSeconds }) => medianSeconds)} /> : null}
              <span className="grid min-w-16 justify-items-end gap-0.5 tabular-nums">
                <MedianTag seconds={figures.medianSeconds}>
                  {formatDuration(figures.medianSeconds, language, t)}
                </MedianTag>
                <Waiting of={figures} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Weeks({ weeks }: { weeks: Statistics["weeks"] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (weeks.length === 0) return null;
  const heads = [
    "studyStatistics.teachers.columns.lessons",
    "studyStatistics.teachers.columns.handIns",
    "studyStatistics.teachers.columns.checkedShare",
    "studyStatistics.plot.median",
  ] as const;
  return (
    <section>
      <h4 className="mb-2 text-sm font-[650] text-ink-strong">{t("studyStatistics.teachers.byWeek")}</h4>
      <div className="card overflow-x-auto">
        <table className="w-full text-sm">
          <thead className="border-b border-line text-xs text-mut">
            <tr>
              <th scope="col" className="px-2 py-2 text-left font-[550]">
                {t("studyStatistics.plot.week")}
              </th>
              {heads.map((head) => (
                <th key={head} scope="col" className="px-2 py-2 text-right font-[550]">
                  {t(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line-soft tabular-nums">
            {weeks.map(({ week, figures }) => (
              <tr key={week}>
                <th scope="row" className="px-2 py-1.5 text-left font-normal whitespace-nowrap">
                  {formatDate(week)}
                </th>
                <td className="px-2 py-1.5 text-right">{formatCount(figures.lessons, language)}</td>
                <td className="px-2 py-1.5 text-right">{formatCount(figures.handIns, language)}</td>
                <td className="px-2 py-1.5 text-right">{formatKpi(figures.checkedShare, language)}</td>
                <td className="px-2 py-1.5 text-right">{formatDuration(figures.medianSeconds, language, t)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
