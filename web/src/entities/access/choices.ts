/** Choices that accounts are made and filtered by: branches and roles. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { RoleRow } from "@/api/types";
import { useRead } from "@/api/use-read";
import { roleName } from "./role-name";
import { useSession } from "./session";

/** How long the choices of a field or filter count as fresh. */
export const CHOICES_STALE_MS = 5 * 60_000;
/** Type of a role (D-11): who may have it. */
export const STAFF_ROLE = 1;
export const ACADEMIC_ROLE = 2;
/** Upper bound of the roles offered; more than a page is not usable as a list. */
const ALL_ROLES = { query: { perPage: 100 } } as const;

type Named = { id: number; name: string };

export const toChoices = (things: readonly Named[] | undefined): { value: string; label: string }[] =>
  (things ?? []).map(({ id, name }) => ({ value: String(id), label: name }));

/** Labels of the chosen values of a field, as people read them. */
export function choiceLabels(choices: readonly { value: string; label: string }[], value: string): string {
  const labels = value.split(",").map((part) => choices.find((choice) => choice.value === part)?.label ?? part);
  return labels.filter(Boolean).join(", ");
}

/** All roles, named in the reader's language. */
export function useRoles(): RoleRow[] | undefined {
  const { t } = useTranslation();
  const roles = useRead("/roles/all", ALL_ROLES, { staleTime: CHOICES_STALE_MS }).data?.roles;
  return useMemo(() => roles?.map((role) => ({ ...role, name: roleName(role, t) })), [roles, t]);
}

export const useOffices = () => useRead("/offices", undefined, { staleTime: CHOICES_STALE_MS }).data?.offices;

/** False for a person of one branch, who has no branch to choose (R1-103). */
export function useManyOffices(offices: readonly unknown[] | undefined): boolean {
  const { profile } = useSession();
  if (offices) return offices.length > 1;
  return profile !== null && (profile.allOffices || profile.offices.length > 1);
}

/** The branch of a person who has only one: chosen in a new form. */
export function useOnlyOffice(): number[] {
  const { profile } = useSession();
  return profile && !profile.allOffices && profile.offices.length === 1 ? profile.offices.map(({ id }) => id) : [];
}
