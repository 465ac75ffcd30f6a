/** Labels of staff states: plain text, a tag only where the state is not the normal one. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { StaffRow } from "@/api/types";
import { NOT_WORKING } from "@/entities/people/staff-tags";
import { StatusTag } from "@/ui/display/status-tag";

export const BLOCKED = 2;
export const NEW = 3;
/** Any of these manages accounts (D-59). */
export const STAFF_PERMISSION = "staff_control:users|users:staff";

export const branchNames = (staff: Pick<StaffRow, "allOffices" | "offices">, t: TFunction) =>
  staff.allOffices ? t("shell.allBranches") : staff.offices.map((office) => office.name).join(", ");

export const editPath = (staff: Pick<StaffRow, "id" | "role">) => `/control/${staff.role.id}/users/${staff.id}/edit`;

export function AccountTags({ staff }: { staff: Pick<StaffRow, "systemStatus" | "workStatus" | "superadmin"> }) {
  const { t } = useTranslation();
  return (
    <>
      {staff.superadmin ? <StatusTag tone="info">{t("staff.superadmin")}</StatusTag> : null}
      {staff.systemStatus === BLOCKED ? <StatusTag tone="bad">{t("staff.system.blocked")}</StatusTag> : null}
      {staff.systemStatus === NEW ? <StatusTag tone="info">{t("staff.system.fresh")}</StatusTag> : null}
      {staff.workStatus === NOT_WORKING ? <StatusTag tone="quiet">{t("staff.notWorking")}</StatusTag> : null}
    </>
  );
}

/** Why an account can't be edited, where it can't (D-56). */
export const whyNotEdited = (staff: Pick<StaffRow, "editable">, t: TFunction) =>
  staff.editable ? undefined : t("staff.whyBeyond");

/** Why its password can't be reset. */
export const whyNotReset = (staff: Pick<StaffRow, "editable" | "id">, own: number | undefined, t: TFunction) =>
  staff.id === own ? t("staff.whyOwn") : whyNotEdited(staff, t);

/** Why it can't be blocked or unblocked (R1-208). */
export function whyNotToggled(staff: StaffRow, own: number | undefined, t: TFunction): string | undefined {
  if (staff.superadmin) return t("staff.whySuperadmin");
  if (staff.workStatus === NOT_WORKING) return t("staff.whyNotWorking");
  return whyNotReset(staff, own, t);
}
