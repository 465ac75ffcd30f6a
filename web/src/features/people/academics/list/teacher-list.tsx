/** A list of teachers as they teach, whatever it is for: groups, students, KPIs (D-16, D-27, D-77). */
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Answer } from "@/api/request";
import type { TeacherRow } from "@/api/types";
import type { QueryState } from "@/api/use-read";
import { StartSyncButton } from "@/entities/access/start-sync";
import { BRANCHES_PX, Branches } from "@/entities/people/branches";
import { PersonCell } from "@/entities/people/person-cell";
import { nameOf } from "@/entities/people/person-name";
import { WorkStatus } from "@/entities/people/staff-tags";
import { useLanguage } from "@/i18n/use-language";
import { formatKpi } from "@/lib/format/percent";
import { Avatar } from "@/ui/display/avatar";
import { PercentBar } from "@/ui/display/percent-bar";
import type { ListRules } from "@/ui/list/list-address";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";
import { AccountTag, branchNames } from "../academic-labels";
import { useAcademicFilters } from "./academic-filters";

type TeacherListProps = {
  title: string;
  rules: ListRules;
  /** The address that a teacher opens. */
  pageOf: (id: number) => string;
  /** The KPIs are what the list is for. */
  kpis?: boolean;
  /** Between the page's head and the list. */
  above?: (read: QueryState<Answer<"get", "/kpi/all">>) => ReactNode;
  /** On a phone: the line below the name, and what stands beside it. */
  line: (teacher: TeacherRow) => string;
  aside: (teacher: TeacherRow) => ReactNode;
};

export function TeacherList({ title, rules, pageOf, kpis = false, above, line, aside }: TeacherListProps) {
  const { t } = useTranslation();
  const columns = useTeacherColumns(pageOf, kpis);
  const filters = useAcademicFilters(rules);
  return (
    <ListScreen
      title={title}
      rules={rules}
      path="/kpi/all"
      rowsOf={(answer) => answer.teachers}
      rowId={(teacher) => teacher.id}
      rowName={(teacher) => nameOf(teacher, t)}
      columns={columns}
      filters={filters}
      searchLabel={t("academics.search")}
      exported={{ path: "/kpi/export", more: [{ id: "hId", header: t("sheets.columns.hId") }] }}
      href={pageOf}
      {...(above ? { above } : {})}
      card={(teacher) => (
        <CardBody
          lead={<Avatar name={teacher.fullName} id={teacher.id} photo={teacher.photo} />}
          title={nameOf(teacher, t)}
          line={line(teacher)}
          aside={aside(teacher)}
        />
      )}
      empty={{ title: t("academics.emptyTitle"), text: t("academics.emptyText"), action: <StartSyncButton /> }}
      emptyStandard={{ title: t("academics.emptyTitle"), text: t("academics.emptyStandard") }}
    />
  );
}

type KpiColumn = "attendanceKpi" | "homeworkKpi" | "examKpi" | "kpi";

function useTeacherColumns(pageOf: (id: number) => string, kpis: boolean): readonly Column<TeacherRow>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    const kpi = (id: KpiColumn): Column<TeacherRow> => ({
      id,
      header: t(`academics.columns.${id}`),
      align: "right",
      sort: id,
      first: "desc",
      missing: { in: (teacher) => teacher[id] === null, text: t(`kit.missing.${id}`) },
      cell: (teacher) => <span className="tabular-nums">{formatKpi(teacher[id], language)}</span>,
    });
    const count = (id: "groups" | "students"): Column<TeacherRow> => ({
      id,
      header: t(`academics.columns.${id}`),
      align: "right",
      sort: id,
      first: "desc",
      cell: (teacher) => teacher[id],
    });
    const spare: { spare?: true } = kpis ? {} : { spare: true };
    return [
      {
        id: "fullName",
        header: t("staff.columns.fullName"),
        sort: "name",
        fixed: true,
        grows: true,
        cell: (teacher) => (
          <PersonCell
            name={teacher.fullName}
            id={teacher.id}
            photo={teacher.photo}
            detail={teacher.hId}
            to={pageOf(teacher.id)}
          />
        ),
      },
      {
        id: "offices",
        header: t("staff.columns.offices"),
        shrinks: BRANCHES_PX,
        cell: (teacher) => <Branches names={branchNames(teacher)} />,
      },
      count("groups"),
      count("students"),
      kpi("attendanceKpi"),
      // Without homework and exams all their percentages are dashes.
      { ...kpi("homeworkKpi"), ...spare },
      { ...kpi("examKpi"), ...spare },
      kpis ? { ...kpi("kpi"), cell: (teacher) => <PercentBar percent={teacher.kpi} /> } : kpi("kpi"),
      {
        id: "workStatus",
        header: t("staff.columns.workStatus"),
        filter: "workStatus",
        cell: (teacher) => <WorkStatus of={teacher} />,
      },
      { id: "acStatus", header: t("academics.columns.account"), spare: true, cell: (one) => <AccountTag of={one} /> },
    ];
  }, [t, language, pageOf, kpis]);
}
