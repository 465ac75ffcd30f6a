/** The windows behind what is done to a student. */
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { SendLoginDialog } from "@/entities/messaging/send-login-dialog";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { ReasonDialog } from "@/ui/dialog/reason-dialog";
import { showDone } from "@/ui/feedback/toast";
import { PapersWindow } from "../documents/papers-window";
import { REASON_MAX } from "../documents/reveal-dialog";
import { ACTIVE, BLOCKED, useNameOf } from "../student-words";
import { ChangeLoginWindow, LoginWindow, PasswordWindow } from "./account-windows";
import { AddToGroupWindow } from "./add-to-group";
import type { Deed, WindowProps } from "./student-action";

export function DeedWindow({ deed, ...props }: WindowProps & { deed: Deed }) {
  const Window = {
    toGroup: AddToGroupWindow,
    changeLogin: ChangeLoginWindow,
    showLogin: LoginWindow,
    resetPassword: PasswordWindow,
    sendLogin: SendLogin,
    toggle: Toggle,
    papers: PapersWindow,
  }[deed];
  return <Window {...props} />;
}

function SendLogin({ whom, onClose }: WindowProps) {
  return <SendLoginDialog student={{ ...whom, phone: whom.phoneNumber }} onClose={onClose} />;
}

/** Blocks for a reason, or unblocks (R1-205…R1-207). */
function Toggle({ whom, onClose }: WindowProps) {
  const { t } = useTranslation();
  const name = useNameOf()(whom);
  const changing = useChange("patch", "/students/{id}/system-status", {
    invalidates: ["/students/all", "/students/{id}", "/students/{id}/history"],
  });
  const send = async (status: 1 | 2, reason: string) => {
    const done = await changing.run({ path: { id: whom.id }, body: { status, reason } });
    if (done === undefined) return false;
    showDone(t(status === BLOCKED ? "student.blocked" : "student.unblocked", { name }));
    return true;
  };
  if (whom.systemStatus === BLOCKED) {
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        title={t("student.unblockTitle", { name })}
        text={t("student.unblockText")}
        confirm={t("students.unblock")}
        saves
        onConfirm={() => send(ACTIVE, "")}
      />
    );
  }
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={t("student.blockTitle", { name })}
      text={t("student.blockText")}
      label={t("student.blockLabel")}
      maxLength={REASON_MAX}
      confirm={t("students.block")}
      danger
      saves
      onConfirm={(reason) => send(BLOCKED, reason)}
    />
  );
}
