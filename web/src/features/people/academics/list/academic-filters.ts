/** Filters of the lists of teachers and assistants, and their defaults (R1-143, R1-144, D-63). */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ACADEMIC_ROLE, toChoices, useManyOffices, useOffices, useRoles } from "@/entities/access/choices";
import type { Filter, ListRules } from "@/ui/list/list-address";

export const ACADEMICS_RULES: ListRules = {
  name: "academics",
  order: "DESC",
  filters: [
    { kind: "many", name: "officeIds" },
    { kind: "one", name: "roleId" },
    { kind: "one", name: "acStatus" },
    { kind: "one", name: "workStatus", standard: "1" },
    { kind: "one", name: "staffSystemStatus" },
  ],
};
const TEACHING: ListRules["filters"] = [
  { kind: "many", name: "officeIds" },
  { kind: "one", name: "workStatus", standard: "1" },
  { kind: "yes-no", name: "isActive" },
];
export const TEACHERS_RULES: ListRules = { name: "teachers", order: "ASC", sortBy: "name", filters: TEACHING };
export const ASSISTANTS_RULES: ListRules = { name: "assistants", order: "ASC", filters: TEACHING };

/** Roles that a teacher or assistant may have. */
export function useAcademicRoles() {
  const roles = useRoles();
  return useMemo(() => roles && toChoices(roles.filter((role) => role.type === ACADEMIC_ROLE)), [roles]);
}

export function useAcademicFilters(rules: ListRules): readonly Filter[] {
  const { t } = useTranslation();
  const offices = useOffices();
  const roles = useAcademicRoles();
  const manyOffices = useManyOffices(offices);
  return useMemo(() => {
    const numbered = (keys: readonly string[]) => keys.map((label, at) => ({ value: String(at + 1), label }));
    const declared: Record<string, Pick<Filter, "label" | "choices">> = {
      officeIds: { label: t("staff.filters.offices"), choices: toChoices(offices) },
      roleId: { label: t("staff.filters.role"), choices: roles ?? [] },
      acStatus: {
        label: t("academics.filters.account"),
        choices: numbered([t("academics.account.open"), t("academics.account.closed"), t("academics.account.none")]),
      },
      workStatus: {
        label: t("staff.filters.workStatus"),
        choices: numbered([t("staff.working"), t("staff.notWorking")]),
      },
      isActive: {
        label: t("academics.filters.account"),
        choices: [
          { value: "true", label: t("academics.account.open") },
          { value: "false", label: t("academics.account.noneOrClosed") },
        ],
      },
      staffSystemStatus: {
        label: t("staff.filters.system"),
        choices: numbered([t("staff.system.active"), t("staff.system.blocked"), t("staff.system.fresh")]),
      },
    };
    return rules.filters.flatMap((rule) => {
      const found = declared[rule.name];
      // A person of one branch has no branch to choose.
      const shown = found && (rule.name !== "officeIds" || manyOffices);
      return shown ? [{ ...rule, ...found }] : [];
    });
  }, [t, offices, roles, manyOffices, rules]);
}
