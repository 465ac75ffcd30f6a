/** Filters of the staff list (R1-147) and its defaults: newest first (R1-126). */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { useSession } from "@/entities/access/session";
import type { Filter, ListRules } from "@/ui/list/list-address";

export const OPTIONS_STAY_MS = 5 * 60_000;
export const OF_STAFF = 1;
/** Upper bound of the role options; more than a page is not usable as a list. */
export const ALL_ROLES = { query: { perPage: 100 } } as const;

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

const named = (things: readonly { id: number; name: string }[]) =>
  things.map((thing) => ({ value: String(thing.id), label: thing.name }));

export function useStaffFilters(): readonly Filter[] {
  const { t } = useTranslation();
  const offices = useRead("/offices", undefined, { staleTime: OPTIONS_STAY_MS }).data?.offices;
  const roles = useRead("/roles/all", ALL_ROLES, { staleTime: OPTIONS_STAY_MS }).data?.roles;
  const { profile } = useSession();
  const ownMore = profile !== null && (profile.allOffices || profile.offices.length > 1);
  const moreOffices = offices ? offices.length > 1 : ownMore;
  return useMemo(() => {
    const declared: Record<string, Pick<Filter, "label" | "choices">> = {
      officeIds: { label: t("staff.filters.offices"), choices: named(offices ?? []) },
      roleId: {
        label: t("staff.filters.role"),
        choices: named((roles ?? []).filter((role) => role.type === OF_STAFF)),
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
      const words = declared[rule.name];
      // A person of one branch has no branch to choose.
      const shown = words && (rule.name !== "officeIds" || moreOffices);
      return shown ? [{ ...rule, ...words }] : [];
    });
  }, [t, offices, roles, moreOffices]);
}
