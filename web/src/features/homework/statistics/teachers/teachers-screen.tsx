/** Teachers' homework: given, checked, how soon, what waits; of a period, with the plot of its days (R2-066, D-106). */
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { useLanguage } from "@/i18n/use-language";
import { formatDateTime } from "@/lib/dates";
import { formatKpi } from "@/lib/format/percent";
import { usePhone } from "@/lib/use-phone";
import { Avatar } from "@/ui/display/avatar";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import { PeriodSwitcher, useChosenPeriod } from "../period-switcher";
import { formatDuration } from "./duration";
import { Overview } from "./overview";
import { MedianTag, totalsOf, useTeacherColumns, Waiting } from "./teacher-columns";
import { RULES, useTeacherFilters } from "./teacher-filters";
import { TeacherPanel } from "./teacher-panel";
import { placesOf, type Recount, type TeacherRow } from "./teacher-types";

/** Columns that only the spreadsheet has. */
const MORE = ["offices", "courses", "givenShare", "checked", "waitingOver24h"] as const;

export function TeacherStatisticsScreen() {
  const { t } = useTranslation();
  const phone = usePhone();
  const language = useLanguage();
  const period = useChosenPeriod();
  const columns = useTeacherColumns();
  const filters = useTeacherFilters();
  const refused = period.fault !== null;
  const switcher = <PeriodSwitcher of={period} />;
  return (
    <ListScreen
      title={t("shell.teacherStatistics")}
      rules={RULES}
      path="/homework-statistics/teachers"
      fixed={period.days}
      refused={refused}
      rowsOf={(answer) => answer.teachers}
      rowId={(teacher) => teacher.id}
      rowName={(teacher) => teacher.fullName}
      columns={columns}
      filters={filters}
      searchLabel={t("studyStatistics.teachers.search")}
      exported={{
        path: "/homework-statistics/teachers/export",
        more: MORE.map((id) => ({ id, header: t(`studyStatistics.teachers.columns.${id}`) })),
      }}
      actions={phone ? undefined : switcher}
      above={(read) => (
        <>
          {phone ? <div className="mb-3">{switcher}</div> : null}
          {refused ? null : <Overview of={read} />}
        </>
      )}
      totals={({ total, summary }) => totalsOf(summary, total, language, t)}
      footnote={({ recount }) => <RecountNote of={recount} />}
      card={(teacher) => <TeacherCard of={teacher} />}
      preview={{
        title: () => t("shell.teacher"),
        body: (id) => <TeacherPanel id={id} days={period.days} />,
      }}
      empty={{ title: t("studyStatistics.teachers.emptyTitle"), text: t("studyStatistics.teachers.emptyText") }}
    />
  );
}

function TeacherCard({ of: { id, fullName, photo, offices, courses, figures } }: { of: TeacherRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const facts = [
    placesOf({ offices, courses }),
    t("studyStatistics.teachers.handedIn", { total: figures.handIns }),
    t("studyStatistics.teachers.checkedShare", { value: formatKpi(figures.checkedShare, language) }),
  ];
  return (
    <CardBody
      lead={<Avatar name={fullName} id={id} photo={photo} />}
      title={fullName}
      line={facts.filter(Boolean).join(" · ")}
      aside={
        <span className="grid justify-items-end gap-0.5 text-sm tabular-nums">
          <MedianTag seconds={figures.medianSeconds}>{formatDuration(figures.medianSeconds, language, t)}</MedianTag>
          <Waiting of={figures} />
        </span>
      }
    />
  );
}

function RecountNote({ of: { at, differences } }: { of: Recount }) {
  const { t } = useTranslation();
  const zone = useZone();
  if (at === null) return t("studyStatistics.recount.never");
  const when = formatDateTime(at, zone);
  return differences === 0
    ? t("studyStatistics.recount.same", { when })
    : t("studyStatistics.recount.corrected", { when, count: differences });
}
