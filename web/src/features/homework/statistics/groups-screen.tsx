/** Groups with their homework by counts: the study department's list (R2-057, D-89). */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Answer } from "@/api/request";
import { useRead } from "@/api/use-read";
import { CHOICES_STALE_MS, toChoices, useManyOffices } from "@/entities/access/choices";
import { StartSyncButton } from "@/entities/access/start-sync";
import { useLanguage } from "@/i18n/use-language";
import { formatKpi } from "@/lib/format/percent";
import { usePhone } from "@/lib/use-phone";
import type { Filter, ListRules } from "@/ui/list/list-address";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";
import { countsLine, figureColumns } from "./figures";
import { PeriodSwitcher, useChosenPeriod } from "./period-switcher";
import { type Days, departmentGroupPath } from "./place";

type Group = Answer<"get", "/homework-statistics/groups">["groups"][number];

const RULES: ListRules = {
  name: "homework-groups",
  order: "ASC",
  sortBy: "name",
  filters: [
    { kind: "many", name: "officeIds" },
    { kind: "one", name: "courseId" },
    { kind: "one", name: "teacherId" },
  ],
};

const pageOf = (id: number, { fromDate, toDate }: Days) => `${departmentGroupPath(id)}?from=${fromDate}&to=${toDate}`;

export function DepartmentGroupsScreen() {
  const { t } = useTranslation();
  const phone = usePhone();
  const language = useLanguage();
  const period = useChosenPeriod();
  const { fromDate, toDate } = period.days;
  const columns = useGroupColumns(fromDate, toDate);
  const filters = useGroupFilters();
  const switcher = <PeriodSwitcher of={period} />;
  return (
    <ListScreen
      title={t("shell.studyHomework")}
      rules={RULES}
      path="/homework-statistics/groups"
      fixed={period.days}
      refused={period.fault !== null}
      rowsOf={(answer) => answer.groups}
      rowId={(group) => group.id}
      rowName={(group) => group.name}
      columns={columns}
      filters={filters}
      searchLabel={t("studyStatistics.groups.search")}
      exported={{ path: "/homework-statistics/groups/export" }}
      href={(id) => pageOf(id, period.days)}
      actions={phone ? undefined : switcher}
      above={() => (phone ? <div className="mb-3">{switcher}</div> : null)}
      card={({ name, course, office, homework, figures }) => (
        <CardBody
          title={name}
          line={
            <>
              <span className="block truncate">{[course, office].filter(Boolean).join(" · ")}</span>
              {countsLine(figures, t)}
            </>
          }
          aside={
            <span className="text-right tabular-nums">
              <span className="block font-[650]">{formatKpi(figures.percentage, language)}</span>
              <span className="block text-xs text-mut">{t("studyStatistics.groups.given", { total: homework })}</span>
            </span>
          }
        />
      )}
      empty={{
        title: t("studyStatistics.groups.emptyTitle"),
        text: t("studyStatistics.groups.emptyText"),
        action: <StartSyncButton />,
      }}
    />
  );
}

function useGroupFilters(): readonly Filter[] {
  const { t } = useTranslation();
  const options = useRead("/homework-statistics/filter-objects", undefined, { staleTime: CHOICES_STALE_MS }).data;
  const manyOffices = useManyOffices(options?.offices);
  return useMemo(() => {
    const declared: Record<string, Pick<Filter, "label" | "choices">> = {
      officeIds: { label: t("studyStatistics.filters.offices"), choices: toChoices(options?.offices) },
      courseId: { label: t("studyStatistics.filters.course"), choices: toChoices(options?.courses) },
      teacherId: { label: t("studyStatistics.filters.teacher"), choices: toChoices(options?.teachers) },
    };
    return RULES.filters.flatMap((rule) => {
      const found = declared[rule.name];
      // A person of one branch has no branch to choose (R1-103).
      return found && (rule.name !== "officeIds" || manyOffices) ? [{ ...rule, ...found }] : [];
    });
  }, [t, options, manyOffices]);
}

function useGroupColumns(fromDate: string, toDate: string): readonly Column<Group>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    const text = (id: "course" | "office" | "teacher", px: number): Column<Group> => ({
      id,
      header: t(`studyStatistics.groups.columns.${id}`),
      shrinks: px,
      cell: (group) => (
        <span title={group[id] ?? undefined} className="line-clamp-2 leading-tight break-words whitespace-normal">
          {group[id] || "—"}
        </span>
      ),
    });
    return [
      {
        id: "name",
        header: t("studyStatistics.groups.columns.name"),
        sort: "name",
        fixed: true,
        grows: true,
        cell: (group) => (
          <>
            <Link
              to={pageOf(group.id, { fromDate, toDate })}
              title={group.name}
              className="block truncate font-[550] text-ink-strong hover:text-accent-ink hover:underline"
            >
              {group.name}
            </Link>
            <span
              title={[group.course, group.office].join(" · ")}
              className="block truncate text-xs leading-[15px] text-mut"
            >
              {group.course} · {group.office}
            </span>
          </>
        ),
      },
      { ...text("course", 124), spare: true },
      { ...text("office", 112), spare: true },
      text("teacher", 124),
      {
        id: "homework",
        header: t("studyStatistics.groups.columns.homework"),
        align: "right",
        cell: (group) => group.homework,
      },
      ...figureColumns<Group>(t, language),
    ];
  }, [t, language, fromDate, toDate]);
}
