/** Dialogs of the actions on a student. */
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { SendLoginDialog } from "@/entities/messaging/send-login-dialog";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { ReasonDialog } from "@/ui/dialog/reason-dialog";
import { showDone } from "@/ui/feedback/toast";
import { DocumentsDialog } from "../documents/documents-dialog";
import { REASON_MAX } from "../documents/reveal-dialog";
import { ACTIVE, BLOCKED, useNameOf } from "../student-labels";
import { ChangeLoginDialog, LoginDialog, PasswordDialog } from "./account-dialogs";
import { AddToGroupDialog } from "./add-to-group-dialog";
import type { StudentAction, StudentDialogProps } from "./student-action";

export function StudentActionDialog({ action, ...props }: StudentDialogProps & { action: StudentAction }) {
  const ActionDialog = {
    toGroup: AddToGroupDialog,
    changeLogin: ChangeLoginDialog,
    showLogin: LoginDialog,
    resetPassword: PasswordDialog,
    sendLogin: SendLogin,
    toggle: Toggle,
    papers: DocumentsDialog,
  }[action];
  return <ActionDialog {...props} />;
}

function SendLogin({ student, onClose }: StudentDialogProps) {
  return <SendLoginDialog student={{ ...student, phone: student.phoneNumber }} onClose={onClose} />;
}

/** Blocks for a reason, or unblocks (R1-205…R1-207). */
function Toggle({ student, onClose }: StudentDialogProps) {
  const { t } = useTranslation();
  const name = useNameOf()(student);
  const changing = useChange("patch", "/students/{id}/system-status", {
    invalidates: ["/students/all", "/students/{id}", "/students/{id}/history"],
  });
  const send = async (status: 1 | 2, reason: string) => {
    const done = await changing.run({ path: { id: student.id }, body: { status, reason } });
    if (done === undefined) return false;
    showDone(t(status === BLOCKED ? "student.blocked" : "student.unblocked", { name }));
    return true;
  };
  if (student.systemStatus === BLOCKED) {
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
