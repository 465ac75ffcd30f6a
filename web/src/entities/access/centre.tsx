/** What belongs to no branch belongs to the centre and is changed by people with all branches (D-153). */
import { useTranslation } from "react-i18next";
import { useCan } from "./can";
import type { Action } from "./permissions";
import { useSession } from "./session";

/** Reason why the signed-in person can't change what belongs to the centre; undefined for people with all branches. */
export function useCentreReason(): string | undefined {
  const { t } = useTranslation();
  return useSession().profile?.allOffices ? undefined : t("kit.centreOnly");
}

/** True where the signed-in person may change something of the centre: the permission, and all branches. */
export function useCentreCan(permission: string, action: Action): boolean {
  const may = useCan(permission, action);
  return useCentreReason() === undefined && may;
}

/** The reason as a line above what can't be changed; nothing for people with all branches. */
export function CentreNote() {
  const reason = useCentreReason();
  if (reason === undefined) return null;
  return (
    <p role="note" className="mb-4 rounded-md bg-info-soft px-3 py-2 text-sm text-info">
      {reason}
    </p>
  );
}
