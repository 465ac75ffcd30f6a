/** Labels of staff states: plain text, a tag only where the state is not the normal one. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { StaffRow } from "@/api/types";
import { StatusTag, type Tone } from "@/ui/display/status-tag";

export const NOT_WORKING = 2;
export const BLOCKED = 2;
export const NEW = 3;
/** Any of these manages accounts (D-59). */
export const STAFF_PERMISSION = "staff_control:users|users:staff";
export const REASON_MAX = 500;

export const nameOf = (staff: { fullName: string }, t: TFunction) => staff.fullName.trim() || t("kit.unknownPerson");

export const branchNames = (staff: Pick<StaffRow, "allOffices" | "offices">, t: TFunction) =>
  staff.allOffices ? t("shell.allBranches") : staff.offices.map((office) => office.name).join(", ");

export const editPath = (staff: Pick<StaffRow, "id" | "role">) => `/control/${staff.role.id}/users/${staff.id}/edit`;

const CHECKS: Record<number, [Tone, "waiting" | "failed" | "ready"]> = {
  1: ["warn", "waiting"],
  2: ["bad", "failed"],
  3: ["good", "ready"],
};

/** Review state of the photo (R1-124); none without a photo. */
export function PhotoCheckTag({ staff, always }: { staff: Pick<StaffRow, "photoCheck">; always?: boolean }) {
  const { t } = useTranslation();
  const [tone, word] = CHECKS[staff.photoCheck] ?? [];
  if (tone && word) return <StatusTag tone={tone}>{t(`staff.photoCheck.${word}`)}</StatusTag>;
  return always ? <StatusTag tone="quiet">{t("staff.photoCheck.none")}</StatusTag> : null;
}

export function WorkStatus({ staff }: { staff: Pick<StaffRow, "workStatus"> }) {
  const { t } = useTranslation();
  if (staff.workStatus === NOT_WORKING) return <StatusTag tone="quiet">{t("staff.notWorking")}</StatusTag>;
  return <span className="text-ink-soft">{t("staff.working")}</span>;
}

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
