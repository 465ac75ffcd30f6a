/** Filters of the groups lists (R1-164) and their defaults: active groups by name (R1-096). */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { CHOICES_STALE_MS, toChoices, useManyOffices } from "@/entities/access/choices";
import type { Audience } from "@/entities/groups/group-tabs";
import type { Filter, ListRules } from "@/ui/list/list-address";
import { ACTIVE, learningTypeName } from "./group-labels";

const FILTERS: ListRules["filters"] = [
  { kind: "one", name: "status", standard: String(ACTIVE) },
  { kind: "one", name: "categoryId" },
  { kind: "one", name: "courseId" },
  { kind: "one", name: "teacherId" },
  { kind: "one", name: "learningTypeId" },
  { kind: "many", name: "officeIds" },
  { kind: "day", name: "fromByStartedDate" },
  { kind: "day", name: "toByStartedDate" },
  { kind: "day", name: "fromByEndedDate" },
  { kind: "day", name: "toByEndedDate" },
];
// List names that a synchronisation resets to the first page (R1-453).
export const GROUPS_RULES: ListRules = { name: "groups", order: "ASC", filters: FILTERS };
export const MY_GROUPS_RULES: ListRules = { name: "my-groups", order: "ASC", filters: FILTERS };
export const rulesOf = (audience: Audience) => (audience === "admin" ? GROUPS_RULES : MY_GROUPS_RULES);

export function useGroupFilters(audience: Audience): readonly Filter[] {
  const { t } = useTranslation();
  const options = useRead("/groups/filter-objects", undefined, { staleTime: CHOICES_STALE_MS }).data;
  const manyOffices = useManyOffices(options?.offices);
  return useMemo(() => {
    const declared: Record<string, Pick<Filter, "label" | "choices">> = {
      status: {
        label: t("groups.filters.status"),
        choices: [
          { value: "1", label: t("groups.status.notStarted") },
          { value: String(ACTIVE), label: t("groups.status.active") },
          { value: "3", label: t("groups.status.ended") },
        ],
      },
      categoryId: {
        label: t("groups.filters.category"),
        choices: (options?.categories ?? []).map(({ id, hName }) => ({ value: String(id), label: hName })),
      },
      courseId: { label: t("groups.filters.course"), choices: toChoices(options?.courses) },
      teacherId: { label: t("groups.filters.teacher"), choices: toChoices(options?.teachers) },
      learningTypeId: {
        label: t("groups.filters.learningType"),
        choices: (options?.learningTypes ?? []).map((word) => ({ value: word, label: learningTypeName(word, t) })),
      },
      officeIds: { label: t("groups.filters.offices"), choices: toChoices(options?.offices) },
      fromByStartedDate: { label: t("groups.filters.fromStarted"), choices: [] },
      toByStartedDate: { label: t("groups.filters.toStarted"), choices: [] },
      fromByEndedDate: { label: t("groups.filters.fromEnded"), choices: [] },
      toByEndedDate: { label: t("groups.filters.toEnded"), choices: [] },
    };
    return rulesOf(audience).filters.flatMap((rule) => {
      const declaration = declared[rule.name];
      // A person of one branch has no branch to choose (R1-103).
      const shown = declaration && (rule.name !== "officeIds" || manyOffices);
      return shown ? [{ ...rule, ...declaration }] : [];
    });
  }, [t, options, manyOffices, audience]);
}
