/** The columns of the staff list (R1-123). */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { StaffRow } from "@/api/types";
import { useCan } from "@/entities/access/can";
import { roleName } from "@/entities/access/role-name";
import { useSession } from "@/entities/access/session";
import { useZone } from "@/entities/access/use-zone";
import { BRANCHES_PX, Branches } from "@/entities/people/branches";
import { PersonCell } from "@/entities/people/person-cell";
import { nameOf } from "@/entities/people/person-name";
import { PhotoCheckTag, WorkStatus } from "@/entities/people/staff-tags";
import { formatDate } from "@/lib/dates";
import { Switch } from "@/ui/controls/switch";
import type { Column } from "@/ui/table/columns";
import { branchNames, STAFF_PERMISSION, whyNotToggled } from "./staff-labels";

export function useStaffColumns(onToggle: (staff: StaffRow) => void): readonly Column<StaffRow>[] {
  const { t } = useTranslation();
  const zone = useZone();
  const mayManage = useCan(STAFF_PERMISSION, "update");
  const own = useSession().profile?.id;
  return useMemo(
    () => [
      {
        id: "fullName",
        header: t("staff.columns.fullName"),
        fixed: true,
        grows: true,
        cell: (staff) => (
          <span className="flex min-w-0 items-center gap-2">
            <PersonCell
              name={staff.fullName}
              id={staff.id}
              photo={staff.photo}
              detail={staff.login}
              to={`/users/staff/${staff.id}`}
            />
            <PhotoCheckTag of={staff} />
          </span>
        ),
      },
      { id: "role", header: t("staff.columns.role"), shrinks: true, cell: (staff) => roleName(staff.role, t) },
      {
        id: "offices",
        header: t("staff.columns.offices"),
        shrinks: BRANCHES_PX,
        cell: (staff) => <Branches names={branchNames(staff, t)} />,
      },
      {
        id: "workStatus",
        header: t("staff.columns.workStatus"),
        filter: "workStatus",
        cell: (staff) => <WorkStatus of={staff} />,
      },
      {
        id: "active",
        header: t("staff.columns.active"),
        cell: (staff) =>
          mayManage ? (
            <Switch
              on={staff.isActive}
              label={t("staff.activeOf", { name: nameOf(staff, t) })}
              fixed={whyNotToggled(staff, own, t)}
              onChange={() => onToggle(staff)}
            />
          ) : (
            t(staff.isActive ? "staff.activeYes" : "staff.activeNo")
          ),
      },
      {
        id: "createdAt",
        header: t("staff.columns.createdAt"),
        sort: true,
        cell: (staff) => <span className="text-ink-soft">{formatDate(staff.createdAt, zone)}</span>,
      },
    ],
    [t, zone, mayManage, own, onToggle],
  );
}
