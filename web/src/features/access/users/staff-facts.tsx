/** Plain facts about a staff member; unknown ones are a dash. */
import { useTranslation } from "react-i18next";
import type { StaffCard } from "@/api/types";
import { roleName } from "@/entities/access/role-name";
import { useZone } from "@/entities/access/use-zone";
import { nameOf } from "@/entities/people/person-name";
import { WorkStatus } from "@/entities/people/staff-tags";
import { formatDateTime } from "@/lib/dates";
import { formatPhone } from "@/lib/format/phone";
import { Fact, Facts } from "@/ui/display/fact";
import { branchNames } from "./staff-labels";

type Of = { staff: StaffCard };

export function PersonFacts({ staff }: Of) {
  const { t } = useTranslation();
  const genders = { 1: t("staff.male"), 2: t("staff.female") } as Record<number, string>;
  return (
    <Facts>
      <Fact name={t("staff.lastName")} value={staff.lastName} />
      <Fact name={t("staff.firstName")} value={staff.firstName} />
      <Fact name={t("staff.middleName")} value={staff.middleName} />
      <Fact name={t("staff.gender")} value={staff.gender && genders[staff.gender]} />
      <Fact
        name={t("staff.phone")}
        value={staff.phoneNumber && <span className="whitespace-nowrap">{formatPhone(staff.phoneNumber)}</span>}
        copy={staff.phoneNumber}
        wide
      />
      <Fact name={t("staff.columns.workStatus")} value={<WorkStatus of={staff} />} />
    </Facts>
  );
}

export function AccountFacts({ staff }: Of) {
  const { t } = useTranslation();
  const zone = useZone();
  const at = (instant: string | null) => (instant ? formatDateTime(instant, zone) : null);
  return (
    <Facts>
      <Fact name={t("staff.login")} value={staff.login} copy={staff.login} />
      <Fact name={t("staff.role")} value={roleName(staff.role, t)} />
      <Fact name={t("staff.offices")} value={branchNames(staff, t)} wide />
      {staff.author ? <Fact name={t("staff.author")} value={t("kit.yes")} wide /> : null}
      {staff.blockReason ? <Fact name={t("staff.blockReason")} value={staff.blockReason} wide /> : null}
      <Fact name={t("staff.lastSeen")} value={at(staff.lastSeenAt) ?? t("staff.neverSeen")} />
      <Fact name={t("staff.createdAt")} value={at(staff.createdAt)} />
      {staff.createdBy ? (
        <Fact name={t("staff.createdBy")} value={nameOf({ fullName: staff.createdBy.name }, t)} wide />
      ) : null}
      {staff.mustChangePassword ? (
        <Fact name={t("staff.password")} value={<span className="text-ink-soft">{t("staff.mustChange")}</span>} wide />
      ) : null}
    </Facts>
  );
}
