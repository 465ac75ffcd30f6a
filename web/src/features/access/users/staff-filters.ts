/** Filters of the staff list (R1-147) and its defaults: newest first (R1-126). */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { STAFF_ROLE, toChoices, useManyOffices, useOffices, useRoles } from "@/entities/access/choices";
import type { Filter, ListRules } from "@/ui/list/list-address";

export const STAFF_RULES: ListRules = {
  name: "staff",
  order: "DESC",
  filters: [
    { kind: "many", name: "officeIds" },
    { kind: "one", name: "roleId" },
    { kind: "one", name: "workStatus" },
    { kind: "yes-no", name: "isActive" },
    { kind: "one", name: "staffSystemStatus" },
  ],
};

export function useStaffFilters(): readonly Filter[] {
  const { t } = useTranslation();
  const offices = useOffices();
  const roles = useRoles();
  const manyOffices = useManyOffices(offices);
  return useMemo(() => {
    const declared: Record<string, Pick<Filter, "label" | "choices">> = {
      officeIds: { label: t("staff.filters.offices"), choices: toChoices(offices) },
      roleId: {
        label: t("staff.filters.role"),
        choices: toChoices(roles?.filter((role) => role.type === STAFF_ROLE)),
      },
      workStatus: {
        label: t("staff.filters.workStatus"),
        choices: [
          { value: "1", label: t("staff.working") },
          { value: "2", label: t("staff.notWorking") },
        ],
      },
      isActive: {
        label: t("staff.filters.active"),
        choices: [
          { value: "true", label: t("staff.activeYes") },
          { value: "false", label: t("staff.activeNo") },
        ],
      },
      staffSystemStatus: {
        label: t("staff.filters.system"),
        choices: [
          { value: "1", label: t("staff.system.active") },
          { value: "2", label: t("staff.system.blocked") },
          { value: "3", label: t("staff.system.fresh") },
        ],
      },
    };
    return STAFF_RULES.filters.flatMap((rule) => {
      const declaration = declared[rule.name];
      // A person of one branch has no branch to choose.
      const shown = declaration && (rule.name !== "officeIds" || manyOffices);
      return shown ? [{ ...rule, ...declaration }] : [];
    });
  }, [t, offices, roles, manyOffices]);
}
