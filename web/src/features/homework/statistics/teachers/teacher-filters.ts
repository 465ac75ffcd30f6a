/** Filters of the teachers' statistics; teachers who work at the centre unless others are chosen. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { CHOICES_STALE_MS, toChoices, useManyOffices } from "@/entities/access/choices";
import type { Filter, ListRules } from "@/ui/list/list-address";

export const RULES: ListRules = {
  name: "homework-teachers",
  order: "DESC",
  sortBy: "handIns",
  filters: [
    { kind: "many", name: "officeIds" },
    { kind: "one", name: "categoryId" },
    { kind: "one", name: "courseId" },
    { kind: "yes-no", name: "active", standard: "true" },
  ],
};

export function useTeacherFilters(): readonly Filter[] {
  const { t } = useTranslation();
  const options = useRead("/homework-statistics/filter-objects", undefined, { staleTime: CHOICES_STALE_MS }).data;
  const manyOffices = useManyOffices(options?.offices);
  return useMemo(() => {
    const declared: Record<string, Pick<Filter, "label" | "choices">> = {
      officeIds: { label: t("studyStatistics.filters.offices"), choices: toChoices(options?.offices) },
      categoryId: { label: t("studyStatistics.filters.category"), choices: toChoices(options?.categories) },
      courseId: { label: t("studyStatistics.filters.course"), choices: toChoices(options?.courses) },
      active: {
        label: t("studyStatistics.filters.teacher"),
        choices: [
          { value: "true", label: t("studyStatistics.filters.active") },
          { value: "false", label: t("studyStatistics.filters.left") },
        ],
      },
    };
    return RULES.filters.flatMap((rule) => {
      const found = declared[rule.name];
      // A person of one branch has no branch to choose (R1-103).
      return found && (rule.name !== "officeIds" || manyOffices) ? [{ ...rule, ...found }] : [];
    });
  }, [t, options, manyOffices]);
}
