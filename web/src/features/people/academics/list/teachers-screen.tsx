/** Teachers as they teach: groups, students, KPIs (D-16, D-27). */
import { useTranslation } from "react-i18next";
import { branchNames } from "../academic-labels";
import { TEACHERS_RULES } from "./academic-filters";
import { TeacherList } from "./teacher-list";

const pageOf = (id: number) => `/teachers/${id}`;

export function TeachersScreen() {
  const { t } = useTranslation();
  return (
    <TeacherList
      title={t("shell.teachers")}
      rules={TEACHERS_RULES}
      pageOf={pageOf}
      line={branchNames}
      aside={(teacher) => (
        <span className="text-sm text-mut">{t("academics.groupsCount", { count: teacher.groups })}</span>
      )}
    />
  );
}
