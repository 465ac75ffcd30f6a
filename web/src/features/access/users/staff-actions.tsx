/** Actions on an account: block with a reason, unblock, reset the password. */
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { StaffRow } from "@/api/types";
import { useChange } from "@/api/use-change";
import { StaffBlockDialog, StaffResetDialog } from "@/entities/access/staff-account-dialogs";
import { nameOf } from "@/entities/people/person-name";

type ActionStaff = Pick<StaffRow, "id" | "fullName" | "login" | "isActive">;
type OpenAction = { action: "toggle" | "reset"; staff: ActionStaff };
type DialogProps = { staff: ActionStaff; onClose: () => void };
const STALE = ["/users/staff", "/users/staff/{id}", "/users/{id}", "/users/{id}/sessions"] as const;

export type StaffActions = {
  toggle: (staff: ActionStaff) => void;
  reset: (staff: ActionStaff) => void;
  /** Dialog of the open action; rendered once on the screen. */
  dialog: ReactNode;
};

export function useStaffActions(): StaffActions {
  const [open, setOpen] = useState<OpenAction | null>(null);
  const [openers] = useState(() => ({
    toggle: (staff: ActionStaff) => setOpen({ action: "toggle", staff }),
    reset: (staff: ActionStaff) => setOpen({ action: "reset", staff }),
  }));
  const ActionDialog = open && { toggle: Toggle, reset: Reset }[open.action];
  return {
    ...openers,
    dialog: ActionDialog ? <ActionDialog key={open.staff.id} staff={open.staff} onClose={() => setOpen(null)} /> : null,
  };
}

function Toggle({ staff, onClose }: DialogProps) {
  const { t } = useTranslation();
  const { id } = staff;
  const changing = useChange("put", "/users/staff/{id}/update-status", { invalidates: [...STALE] });
  return (
    <StaffBlockDialog
      name={nameOf(staff, t)}
      active={staff.isActive}
      blockText={t("staff.blockText")}
      unblockText={t("staff.unblockText")}
      onSend={(isActive, reason) => changing.run({ path: { id }, body: { id, isActive, reason } })}
      onClose={onClose}
    />
  );
}

function Reset({ staff, onClose }: DialogProps) {
  const { t } = useTranslation();
  const resetting = useChange("patch", "/users/{id}/reset-password", { invalidates: [...STALE] });
  return (
    <StaffResetDialog
      name={nameOf(staff, t)}
      login={staff.login}
      text={t("staff.resetText")}
      issuedText={t("staff.openedText")}
      onReset={async () => (await resetting.run({ path: { id: staff.id } }))?.newPassword}
      onClose={onClose}
    />
  );
}
