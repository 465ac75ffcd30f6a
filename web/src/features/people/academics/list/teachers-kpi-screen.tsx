/** KPIs of the teachers: attendance, homework, exams and their mean (R2-067, D-77). */
import { useTranslation } from "react-i18next";
import { can } from "@/entities/access/can";
import { StartSyncButton } from "@/entities/access/start-sync";
import { nameOf } from "@/entities/people/person-name";
import { useLanguage } from "@/i18n/use-language";
import { formatKpi } from "@/lib/format/percent";
import { Avatar } from "@/ui/display/avatar";
import type { ListRules } from "@/ui/list/list-address";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import { branchNames } from "../academic-labels";
import { TEACHERS_RULES, useAcademicFilters } from "./academic-filters";
import { useTeacherColumns } from "./teachers-screen";

const RULES: ListRules = {
  ...TEACHERS_RULES,
  name: "teachers-kpi",
  filters: TEACHERS_RULES.filters.filter(({ name }) => name !== "isActive"),
};

/** The teacher's own page, or the statistics of the period for the study department, which may open no teacher. */
const pageOf = (id: number) =>
  can("users:academic|users:teachers") ? `/teachers/${id}` : `/study-department/teacher-statistics?peek=${id}`;

export function TeachersKpiScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const columns = useTeacherColumns(pageOf, { kpis: true });
  const filters = useAcademicFilters(RULES);
  return (
    <ListScreen
      title={t("shell.teachersKpi")}
      rules={RULES}
      path="/kpi/all"
      rowsOf={(answer) => answer.teachers}
      rowId={(teacher) => teacher.id}
      rowName={(teacher) => nameOf(teacher, t)}
      columns={columns}
      filters={filters}
      searchLabel={t("academics.search")}
      exported={{ path: "/kpi/export", more: [{ id: "hId", header: t("sheets.columns.hId") }] }}
      href={pageOf}
      card={(teacher) => (
        <CardBody
          lead={<Avatar name={teacher.fullName} id={teacher.id} photo={teacher.photo} />}
          title={nameOf(teacher, t)}
          line={[
            branchNames(teacher),
            ...(["attendanceKpi", "homeworkKpi", "examKpi"] as const)
              .filter((id) => teacher[id] !== null)
              .map((id) => `${t(`academics.columns.${id}`)} ${formatKpi(teacher[id], language)}`),
          ].join(" · ")}
          aside={<span className="text-base font-[650] tabular-nums">{formatKpi(teacher.kpi, language)}</span>}
        />
      )}
      empty={{ title: t("academics.emptyTitle"), text: t("academics.emptyText"), action: <StartSyncButton /> }}
      emptyStandard={{ title: t("academics.emptyTitle"), text: t("academics.emptyStandard") }}
    />
  );
}
