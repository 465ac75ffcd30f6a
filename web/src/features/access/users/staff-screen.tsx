/** Staff of the person's branches: searched, filtered, previewed, edited, blocked and unblocked. */
import { KeyRound, Lock, LockOpen, Pencil, UserPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import type { StaffRow } from "@/api/types";
import { useRead } from "@/api/use-read";
import { Can, useCan } from "@/entities/access/can";
import { roleName } from "@/entities/access/role-name";
import { useSession } from "@/entities/access/session";
import { nameOf } from "@/entities/people/person-name";
import { buttonClass } from "@/ui/controls/button";
import { Avatar } from "@/ui/display/avatar";
import { Loaded } from "@/ui/feedback/loaded";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import { useStaffBulk } from "./bulk/use-staff-bulk";
import { useStaffActions } from "./staff-actions";
import { useStaffColumns } from "./staff-columns";
import { AccountFacts, PersonFacts } from "./staff-facts";
import { STAFF_RULES, useStaffFilters } from "./staff-filters";
import { StaffHead } from "./staff-head";
import {
  AccountTags,
  branchNames,
  editPath,
  STAFF_PERMISSION,
  whyNotEdited,
  whyNotReset,
  whyNotToggled,
} from "./staff-labels";

const pageOf = (id: number) => `/users/staff/${id}`;

export function StaffScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const actions = useStaffActions();
  const bulk = useStaffBulk();
  const mayManage = useCan(STAFF_PERMISSION, "update");
  const own = useSession().profile?.id;
  const rowActions = (staff: StaffRow) => [
    {
      label: t("kit.edit"),
      icon: Pencil,
      run: () => void navigate(editPath(staff)),
      fixed: whyNotEdited(staff, t),
    },
    {
      label: t("staff.resetPassword"),
      icon: KeyRound,
      run: () => actions.reset(staff),
      fixed: whyNotReset(staff, own, t),
    },
    {
      label: t(staff.isActive ? "staff.block" : "staff.unblock"),
      icon: staff.isActive ? Lock : LockOpen,
      run: () => actions.toggle(staff),
      fixed: whyNotToggled(staff, own, t),
    },
  ];
  const add = (
    <Can permission="staff_control:users" action="create">
      <Link to="/control/users/add" className={buttonClass("main")}>
        <UserPlus aria-hidden strokeWidth={1.8} />
        {t("staff.add")}
      </Link>
    </Can>
  );
  return (
    <>
      <ListScreen
        title={t("shell.staff")}
        rules={STAFF_RULES}
        path="/users/staff"
        rowsOf={(answer) => answer.academics}
        bulk={bulk.actions}
        rowId={(staff) => staff.id}
        rowName={(staff) => nameOf(staff, t)}
        columns={useStaffColumns(actions.toggle)}
        filters={useStaffFilters()}
        searchLabel={t("staff.search")}
        exported={{ path: "/users/staff/export", more: [{ id: "login", header: t("sheets.columns.login") }] }}
        href={pageOf}
        main={add}
        card={(staff) => (
          <CardBody
            lead={<Avatar name={staff.fullName} id={staff.id} photo={staff.photo} />}
            title={nameOf(staff, t)}
            line={[roleName(staff.role, t), branchNames(staff, t)].filter(Boolean).join(" · ")}
            aside={
              <span className="grid justify-items-end gap-1">
                <AccountTags staff={staff} />
              </span>
            }
          />
        )}
        preview={{
          title: () => t("shell.staffMember"),
          body: (id) => <StaffPreview id={id} />,
        }}
        rowActions={mayManage ? rowActions : () => []}
        empty={{ title: t("staff.emptyTitle"), text: t("staff.emptyText") }}
      />
      {actions.dialog}
      {bulk.dialog}
    </>
  );
}

/** The card of a member of staff beside the list. */
function StaffPreview({ id }: { id: number }) {
  const read = useRead("/users/staff/{id}", { path: { id } }, { keepPreviousData: true });
  return (
    <Loaded of={read}>
      {({ staff }) => (
        <div className={read.isPlaceholder ? "grid gap-5 opacity-60" : "grid gap-5"}>
          <StaffHead staff={staff} level="h3" />
          <PersonFacts staff={staff} />
          <AccountFacts staff={staff} />
        </div>
      )}
    </Loaded>
  );
}
