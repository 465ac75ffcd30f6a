/** Actions on an account: block with a reason, unblock, reset the password. */
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { StaffRow } from "@/api/types";
import { useChange } from "@/api/use-change";
import { IssuedPassword } from "@/entities/access/issued-password";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { ReasonDialog } from "@/ui/dialog/reason-dialog";
import { showDone } from "@/ui/feedback/toast";
import { nameOf, REASON_MAX } from "./staff-labels";

type ActionStaff = Pick<StaffRow, "id" | "fullName" | "login" | "isActive">;
type Asked = { action: "toggle" | "reset"; staff: ActionStaff };
const STALE = ["/users/staff", "/users/staff/{id}", "/users/{id}", "/users/{id}/sessions"] as const;

export type StaffActions = {
  toggle: (staff: ActionStaff) => void;
  reset: (staff: ActionStaff) => void;
  /** The questions; put once on the screen. */
  dialog: ReactNode;
};

export function useStaffActions(): StaffActions {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [ask] = useState(() => ({
    toggle: (staff: ActionStaff) => setAsked({ action: "toggle", staff }),
    reset: (staff: ActionStaff) => setAsked({ action: "reset", staff }),
  }));
  const close = () => setAsked(null);
  const ActionDialog = asked && { toggle: Toggle, reset: Reset }[asked.action];
  return {
    ...ask,
    dialog: ActionDialog ? <ActionDialog key={asked.staff.id} staff={asked.staff} onClose={close} /> : null,
  };
}

function Toggle({ staff, onClose }: { staff: ActionStaff; onClose: () => void }) {
  const { t } = useTranslation();
  const name = nameOf(staff, t);
  const changing = useChange("put", "/users/staff/{id}/update-status", { invalidates: [...STALE] });
  const send = async (isActive: boolean, reason: string) => {
    const done = await changing.run({ path: { id: staff.id }, body: { id: staff.id, isActive, reason } });
    if (done === undefined) return false;
    showDone(t(isActive ? "staff.unblocked" : "staff.blocked", { name }));
    return true;
  };
  if (staff.isActive) {
    return (
      <ReasonDialog
        open
        onClose={onClose}
        title={t("staff.blockTitle", { name })}
        text={t("staff.blockText")}
        label={t("staff.blockLabel")}
        maxLength={REASON_MAX}
        confirm={t("staff.block")}
        danger
        saves
        onConfirm={(reason) => send(false, reason)}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t("staff.unblockTitle", { name })}
      text={t("staff.unblockText")}
      confirm={t("staff.unblock")}
      saves
      onConfirm={() => send(true, "")}
    />
  );
}

function Reset({ staff, onClose }: { staff: ActionStaff; onClose: () => void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState<string | null>(null);
  const name = nameOf(staff, t);
  const resetting = useChange("patch", "/users/{id}/reset-password", { invalidates: [...STALE] });
  if (password !== null) {
    return (
      <IssuedPassword
        title={t("staff.resetDone")}
        text={t("staff.openedText")}
        login={staff.login}
        password={password}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t("staff.resetTitle", { name })}
      text={t("staff.resetText")}
      confirm={t("staff.resetPassword")}
      danger
      saves
      onConfirm={async () => {
        const done = await resetting.run({ path: { id: staff.id } });
        if (done) setPassword(done.newPassword);
        // The same dialog shows the result.
        return false;
      }}
    />
  );
}
