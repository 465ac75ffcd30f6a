/** Plain facts about a teacher or assistant, and about the account. */
import { useTranslation } from "react-i18next";
import type { AcademicCard } from "@/api/types";
import { roleName } from "@/entities/access/role-name";
import { useZone } from "@/entities/access/use-zone";
import { WorkStatus } from "@/entities/people/staff-tags";
import { formatDateTime } from "@/lib/dates";
import { formatPhone } from "@/lib/format/phone";
import { Fact, Facts } from "@/ui/display/fact";
import { branchNames, HAS_NOT_ACCOUNT } from "./academic-labels";

type Of = { person: AcademicCard };

export function PersonFacts({ person }: Of) {
  const { t } = useTranslation();
  const genders: Record<number, string> = { 1: t("staff.male"), 2: t("staff.female") };
  return (
    <Facts>
      <Fact name={t("staff.lastName")} value={person.lastName} />
      <Fact name={t("staff.firstName")} value={person.firstName} />
      <Fact name={t("staff.middleName")} value={person.middleName} />
      <Fact name={t("staff.gender")} value={person.gender && genders[person.gender]} />
      <Fact
        name={t("staff.phone")}
        value={person.phoneNumber && <span className="whitespace-nowrap">{formatPhone(person.phoneNumber)}</span>}
        copy={person.phoneNumber}
        wide
      />
      <Fact name={t("staff.columns.workStatus")} value={<WorkStatus of={person} />} />
      <Fact name={t("staff.offices")} value={branchNames(person)} wide />
      {person.schoolDeleted ? <Fact name={t("academics.school")} value={t("academics.schoolDeleted")} wide /> : null}
    </Facts>
  );
}

export function AccountFacts({ person }: Of) {
  const { t } = useTranslation();
  const zone = useZone();
  const at = (instant: string | null) => (instant ? formatDateTime(instant, zone) : null);
  if (person.acStatus === HAS_NOT_ACCOUNT) return <p className="text-base text-mut">{t("academics.noAccount")}</p>;
  return (
    <Facts>
      <Fact name={t("staff.login")} value={person.login} copy={person.login} />
      <Fact name={t("staff.role")} value={person.role && roleName(person.role, t)} />
      {person.blockReason ? <Fact name={t("staff.blockReason")} value={person.blockReason} wide /> : null}
      <Fact name={t("staff.lastSeen")} value={at(person.lastSeenAt) ?? t("staff.neverSeen")} />
      <Fact name={t("staff.createdAt")} value={at(person.accountOpenedAt)} />
      {person.accountOpenedBy ? <Fact name={t("staff.createdBy")} value={person.accountOpenedBy.name} wide /> : null}
      {person.mustChangePassword ? (
        <Fact name={t("staff.password")} value={<span className="text-ink-soft">{t("staff.mustChange")}</span>} wide />
      ) : null}
    </Facts>
  );
}
