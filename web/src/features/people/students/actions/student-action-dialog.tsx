/** Dialogs of the actions on a student. */
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { BlockDialog } from "@/entities/access/account-dialogs";
import { SendLoginDialog } from "@/entities/messaging/send-login-dialog";
import { nameOf } from "@/entities/people/person-name";
import { DocumentsDialog } from "../documents/documents-dialog";
import { ACTIVE, BLOCKED } from "../student-labels";
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

/** Blocks for a reason, or unblocks (R1-205, R1-206, R1-207). */
function Toggle({ student, onClose }: StudentDialogProps) {
  const { t } = useTranslation();
  const name = nameOf(student, t);
  const changing = useChange("patch", "/students/{id}/system-status", {
    invalidates: ["/students/all", "/students/{id}", "/students/{id}/history"],
  });
  return (
    <BlockDialog
      active={student.systemStatus !== BLOCKED}
      block={{
        title: t("student.blockTitle", { name }),
        text: t("student.blockText"),
        label: t("student.blockLabel"),
        confirm: t("students.block"),
        done: t("student.blocked", { name }),
      }}
      unblock={{
        title: t("student.unblockTitle", { name }),
        text: t("student.unblockText"),
        confirm: t("students.unblock"),
        done: t("student.unblocked", { name }),
      }}
      onSend={(active, reason) =>
        changing.run({ path: { id: student.id }, body: { status: active ? ACTIVE : BLOCKED, reason } })
      }
      onClose={onClose}
    />
  );
}
