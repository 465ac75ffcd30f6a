/** What an administrator does to an account: closes it for a reason, opens it again, gives it a new password. */
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { StaffRow } from "@/api/types";
import { useChange } from "@/api/use-change";
import { IssuedPassword } from "@/entities/access/issued-password";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { ReasonDialog } from "@/ui/dialog/reason-dialog";
import { showDone } from "@/ui/feedback/toast";
import { nameOf, REASON_MAX } from "./staff-words";

type Whom = Pick<StaffRow, "id" | "fullName" | "login" | "isActive">;
type Asked = { deed: "toggle" | "reset"; whom: Whom };
const STALE = ["/users/staff", "/users/staff/{id}", "/users/{id}", "/users/{id}/sessions"] as const;

export type Deeds = {
  toggle: (whom: Whom) => void;
  reset: (whom: Whom) => void;
  /** The questions; put once on the screen. */
  windows: ReactNode;
};

export function useDeeds(): Deeds {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [ask] = useState(() => ({
    toggle: (whom: Whom) => setAsked({ deed: "toggle", whom }),
    reset: (whom: Whom) => setAsked({ deed: "reset", whom }),
  }));
  const close = () => setAsked(null);
  const Window = asked && { toggle: Toggle, reset: Reset }[asked.deed];
  return { ...ask, windows: Window ? <Window key={asked.whom.id} whom={asked.whom} onClose={close} /> : null };
}

function Toggle({ whom, onClose }: { whom: Whom; onClose: () => void }) {
  const { t } = useTranslation();
  const name = nameOf(whom, t);
  const changing = useChange("put", "/users/staff/{id}/update-status", { invalidates: [...STALE] });
  const send = async (isActive: boolean, reason: string) => {
    const done = await changing.run({ path: { id: whom.id }, body: { id: whom.id, isActive, reason } });
    if (done === undefined) return false;
    showDone(t(isActive ? "staff.unblocked" : "staff.blocked", { name }));
    return true;
  };
  if (whom.isActive) {
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

function Reset({ whom, onClose }: { whom: Whom; onClose: () => void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState<string | null>(null);
  const name = nameOf(whom, t);
  const resetting = useChange("patch", "/users/{id}/reset-password", { invalidates: [...STALE] });
  if (password !== null) {
    return (
      <IssuedPassword
        title={t("staff.resetDone")}
        text={t("staff.openedText")}
        login={whom.login}
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
        const done = await resetting.run({ path: { id: whom.id } });
        if (done) setPassword(done.newPassword);
        // The same window goes on with what came of it.
        return false;
      }}
    />
  );
}
