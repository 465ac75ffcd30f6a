/** KPIs of the teachers: attendance, homework, exams and their mean, as a plot and a list, best first (R2-067, D-77). */
import { useTranslation } from "react-i18next";
import { can } from "@/entities/access/can";
import { useLanguage } from "@/i18n/use-language";
import { formatKpi } from "@/lib/format/percent";
import type { ListRules } from "@/ui/list/list-address";
import { branchNames } from "../academic-labels";
import { TEACHERS_RULES } from "./academic-filters";
import { KpiPlot, PARTS } from "./kpi-plot";
import { TeacherList } from "./teacher-list";

const RULES: ListRules = {
  ...TEACHERS_RULES,
  name: "teachers-kpi",
  order: "DESC",
  sortBy: "kpi",
  filters: TEACHERS_RULES.filters.filter(({ name }) => name !== "isActive"),
};

/** The teacher's own page, or the statistics of the period for the study department, which may open no teacher. */
const pageOf = (id: number) =>
  can("users:academic|users:teachers") ? `/teachers/${id}` : `/study-department/teacher-statistics?peek=${id}`;

export function TeachersKpiScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <TeacherList
      title={t("shell.teachersKpi")}
      rules={RULES}
      pageOf={pageOf}
      kpis
      above={(read) => <KpiPlot of={read} />}
      line={(teacher) =>
        [
          branchNames(teacher),
          ...PARTS.filter((id) => teacher[id] !== null).map(
            (id) => `${t(`academics.columns.${id}`)} ${formatKpi(teacher[id], language)}`,
          ),
        ].join(" · ")
      }
      aside={(teacher) => <span className="text-base font-[650] tabular-nums">{formatKpi(teacher.kpi, language)}</span>}
    />
  );
}
