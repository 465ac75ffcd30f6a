/** The columns of the lists with accounts: academics and assistants (R1-140). */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { AcademicRow } from "@/api/types";
import { useCan } from "@/entities/access/can";
import { roleName } from "@/entities/access/role-name";
import { useSession } from "@/entities/access/session";
import { useZone } from "@/entities/access/use-zone";
import { BRANCHES_PX, Branches } from "@/entities/people/branches";
import { PersonCell } from "@/entities/people/person-cell";
import { nameOf } from "@/entities/people/person-name";
import { PHOTO_ACCEPTED, PhotoCheckTag, WorkStatus } from "@/entities/people/staff-tags";
import { formatDate } from "@/lib/dates";
import { Switch } from "@/ui/controls/switch";
import type { Column } from "@/ui/table/columns";
import {
  ACADEMIC,
  AccountTag,
  branchNames,
  HAS_NOT_ACCOUNT,
  type Kind,
  pageOf,
  whyNotToggled,
} from "../academic-labels";

export function useAcademicColumns(
  kind: Kind,
  onToggle: (person: AcademicRow) => void,
): readonly Column<AcademicRow>[] {
  const { t } = useTranslation();
  const zone = useZone();
  const mayManage = useCan(ACADEMIC, "update") && kind === "academic";
  const own = useSession().profile?.id;
  return useMemo(
    () => [
      {
        id: "fullName",
        header: t("staff.columns.fullName"),
        ...(kind === "assistant" ? { sort: true as const } : {}),
        fixed: true,
        grows: true,
        cell: (person) => (
          <span className="flex min-w-0 items-center gap-2">
            <PersonCell
              name={person.fullName}
              id={person.id}
              photo={person.photo}
              detail={person.login ?? person.hId}
              to={pageOf(kind)(person.id)}
            />
            {person.photoCheck === PHOTO_ACCEPTED ? null : <PhotoCheckTag of={person} />}
          </span>
        ),
      },
      {
        id: "role",
        header: t("staff.columns.role"),
        shrinks: true,
        missing: { in: (person) => person.role === null, text: t("academics.roleWithAccount") },
        cell: (person) => (person.role ? roleName(person.role, t) : "—"),
      },
      {
        id: "offices",
        header: t("staff.columns.offices"),
        shrinks: BRANCHES_PX,
        cell: (person) => <Branches names={branchNames(person)} />,
      },
      {
        id: "groups",
        header: t("academics.columns.groups"),
        align: "right",
        cell: (person) => <span className="tabular-nums">{person.groups}</span>,
      },
      {
        id: "workStatus",
        header: t("staff.columns.workStatus"),
        filter: "workStatus",
        cell: (person) => <WorkStatus of={person} />,
      },
      {
        id: "acStatus",
        header: t("academics.columns.account"),
        cell: (person) =>
          mayManage && person.acStatus !== HAS_NOT_ACCOUNT ? (
            <Switch
              on={person.isActive}
              label={t("staff.activeOf", { name: nameOf(person, t) })}
              fixed={whyNotToggled(person, own, t)}
              onChange={() => onToggle(person)}
            />
          ) : (
            <AccountTag of={person} />
          ),
      },
      {
        id: "createdAt",
        header: t("academics.columns.createdAt"),
        ...(kind === "academic" ? { sort: true as const } : {}),
        cell: (person) => <span className="text-ink-soft">{formatDate(person.createdAt, zone)}</span>,
      },
    ],
    [t, zone, mayManage, own, kind, onToggle],
  );
}
