/** Filters of the lists of teachers and assistants, and their defaults (R1-143, R1-144, D-63). */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { useSession } from "@/entities/access/session";
import type { Filter, ListRules } from "@/ui/list/list-address";
import { OF_ACADEMICS } from "../academic-labels";

const OPTIONS_STAY_MS = 5 * 60_000;
const ALL_ROLES = { query: { perPage: 100 } } as const;

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
export const TEACHERS_RULES: ListRules = { name: "teachers", order: "ASC", filters: TEACHING };
export const ASSISTANTS_RULES: ListRules = { name: "assistants", order: "ASC", filters: TEACHING };

const named = (things: readonly { id: number; name: string }[]) =>
  things.map((thing) => ({ value: String(thing.id), label: thing.name }));

/** Roles that a teacher or assistant may have. */
export function useAcademicRoles() {
  const roles = useRead("/roles/all", ALL_ROLES, { staleTime: OPTIONS_STAY_MS }).data?.roles;
  return useMemo(() => roles && named(roles.filter((role) => role.type === OF_ACADEMICS)), [roles]);
}

export function useAcademicFilters(rules: ListRules): readonly Filter[] {
  const { t } = useTranslation();
  const offices = useRead("/offices", undefined, { staleTime: OPTIONS_STAY_MS }).data?.offices;
  const roles = useAcademicRoles();
  const { profile } = useSession();
  const ownMore = profile !== null && (profile.allOffices || profile.offices.length > 1);
  const moreOffices = offices ? offices.length > 1 : ownMore;
  return useMemo(() => {
    const words = (keys: readonly string[]) => keys.map((label, at) => ({ value: String(at + 1), label }));
    const declared: Record<string, Pick<Filter, "label" | "choices">> = {
      officeIds: { label: t("staff.filters.offices"), choices: named(offices ?? []) },
      roleId: { label: t("staff.filters.role"), choices: roles ?? [] },
      acStatus: {
        label: t("academics.filters.account"),
        choices: words([t("academics.account.open"), t("academics.account.closed"), t("academics.account.none")]),
      },
      workStatus: {
        label: t("staff.filters.workStatus"),
        choices: words([t("staff.working"), t("staff.notWorking")]),
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
        choices: words([t("staff.system.active"), t("staff.system.blocked"), t("staff.system.fresh")]),
      },
    };
    return rules.filters.flatMap((rule) => {
      const found = declared[rule.name];
      // A person of one branch has no branch to choose.
      const shown = found && (rule.name !== "officeIds" || moreOffices);
      return shown ? [{ ...rule, ...found }] : [];
    });
  }, [t, offices, roles, moreOffices, rules]);
}
