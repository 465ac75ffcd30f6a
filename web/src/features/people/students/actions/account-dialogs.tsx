/** A student's account in the students' application: its login, and a password that is shown once (R1-043, R1-211). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ChangeLogin } from "@/api/limits";
import { useChange } from "@/api/use-change";
import { ResetPasswordDialog } from "@/entities/access/account-dialogs";
import { SendLoginDialog } from "@/entities/messaging/send-login-dialog";
import { nameOf } from "@/entities/people/person-name";
import { Button } from "@/ui/controls/button";
import { CopyButton } from "@/ui/controls/copy-button";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone, showError } from "@/ui/feedback/toast";
import { Form, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/text-field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import type { StudentDialogProps } from "./student-action";

export function LoginDialog({ student, onClose }: StudentDialogProps) {
  const { t } = useTranslation();
  const name = nameOf(student, t);
  return <Shown title={t("student.loginOf", { name })} login={student.login ?? ""} onClose={onClose} />;
}

export function ChangeLoginDialog({ student, onClose }: StudentDialogProps) {
  const { t } = useTranslation();
  const name = nameOf(student, t);
  const saving = useChange("patch", "/students/{id}/change-login", {
    invalidates: ["/students/all", "/students/{id}", "/students/{id}/history"],
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(["newLogin"]),
  });
  const form = useForm({
    start: { newLogin: student.login ?? "" },
    limits: ChangeLogin,
    saving,
    send: ({ newLogin }) => saving.run({ path: { id: student.id }, body: { newLogin: newLogin.trim() } }),
    onSaved: () => {
      showDone(t("student.loginChanged"));
      onClose();
    },
  });
  return (
    <Dialog open size="small" onClose={onClose} title={t("student.loginOf", { name })}>
      <Form of={form} label={t("students.changeLogin")}>
        <TextField name="newLogin" label={t("student.newLogin")} autoComplete="off" maxLength={64} required />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <SubmitButton>{t("kit.save")}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

export function PasswordDialog({ student, onClose }: StudentDialogProps) {
  const { t } = useTranslation();
  const name = nameOf(student, t);
  const [sending, setSending] = useState(false);
  const resetting = useChange("patch", "/students/{id}/reset-password", { invalidates: ["/students/{id}/history"] });
  return (
    <ResetPasswordDialog
      title={t("student.resetTitle", { name })}
      text={t("student.resetText")}
      confirm={t("students.resetPassword")}
      onReset={async () => (await resetting.run({ path: { id: student.id } }))?.newPassword}
      onClose={onClose}
    >
      {(password) =>
        sending ? (
          <SendLoginDialog student={{ ...student, phone: student.phoneNumber }} password={password} onClose={onClose} />
        ) : (
          <Shown
            title={t("student.resetDone")}
            text={t("student.shownOnce")}
            login={student.login ?? ""}
            password={password}
            onSend={() => setSending(true)}
            onClose={onClose}
          />
        )
      }
    </ResetPasswordDialog>
  );
}

type ShownProps = {
  title: string;
  text?: string;
  login: string;
  password?: string;
  onSend?: () => void;
  onClose: () => void;
};

function Shown({ title, text, login, password, onSend, onClose }: ShownProps) {
  const { t } = useTranslation();
  const rows = [
    [t("students.login"), login, t("student.copyLogin")],
    ...(password === undefined ? [] : [[t("student.password"), password, t("student.copyPassword")]]),
  ] as [string, string, string][];
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={title}
      text={text}
      actions={
        <>
          {onSend ? <Button onClick={onSend}>{t("sms.sendLogin")}</Button> : null}
          <Button look="main" onClick={onClose}>
            {t("student.done")}
          </Button>
        </>
      }
    >
      <dl className="grid gap-2">
        {rows.map(([label, value, copy]) => (
          <div key={label} className="rounded-md border border-line bg-sunken px-3 py-1.5">
            <dt className="text-xs text-mut">{label}</dt>
            <dd className="flex items-center gap-2 font-mono text-base text-ink-strong">
              <span className="min-w-0 flex-1 select-all [overflow-wrap:anywhere]">{value}</span>
              <CopyButton text={value} label={copy} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
