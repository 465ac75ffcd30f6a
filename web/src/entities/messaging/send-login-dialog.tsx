/** Sends a student login and password (R1-157, R1-364), with a preview; the password is stored nowhere. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { SendLogin } from "@/api/limits";
import { useChange } from "@/api/use-change";
import { nameOf } from "@/entities/people/person-name";
import { formatPhone } from "@/lib/format/phone";
import { Button } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone, showError, showInfo } from "@/ui/feedback/toast";
import { Form, SubmitButton } from "@/ui/form/form";
import { PhoneField } from "@/ui/form/phone-field";
import { PasswordField, TextField } from "@/ui/form/text-field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import { MessagePreview } from "./message-preview";
import { usePreview } from "./use-preview";

export interface Addressee {
  id: number;
  fullName: string;
  login: string | null;
  /** 998 and nine digits, with or without the plus. */
  phone: string | null;
}

interface SendLoginDialogProps {
  student: Addressee;
  /** One that was issued a moment ago; else it is typed. */
  password?: string;
  onClose: () => void;
}

export function SendLoginDialog({ student, password = "", onClose }: SendLoginDialogProps) {
  const { t } = useTranslation();
  const name = nameOf(student, t);
  const sending = useChange("post", "/students/{id}/send-sms", {
    invalidates: ["/students/{id}/sms-history", "/students/{id}/history", "/students/{id}", "/students/all"],
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(["login", "password", "phone"]),
    onDone: ({ connected }) => (connected ? showDone(t("sms.sent")) : showInfo(t("sms.noted"))),
  });
  const form = useForm({
    start: { login: student.login ?? "", password: "", phone: formatPhone(student.phone ?? "") },
    limits: SendLogin,
    check: ({ phone }) => (phone.trim() ? {} : { phone: t("form.required") }),
    saving: sending,
    send: (values) => sending.run({ path: { id: student.id }, body: { id: student.id, ...values } }),
    onSaved: onClose,
  });
  const { setValue } = form.fields;
  useEffect(() => {
    // Supplied, not typed, and still to be sent
    if (password) setValue("password", password, { shouldDirty: true });
  }, [password, setValue]);
  const [login, typed] = form.fields.watch(["login", "password"]);
  const preview = usePreview(
    login.trim() && typed ? { studentId: student.id, text: "", login, password: typed } : null,
  );
  return (
    <Dialog open title={t("sms.sendLoginTitle", { name })} onClose={onClose}>
      <Form of={form} label={t("sms.sendLogin")}>
        <TextField name="login" label={t("sms.login")} autoComplete="off" required />
        <PasswordField
          name="password"
          label={t("sms.password")}
          help={t("sms.passwordHelp")}
          autoComplete="new-password"
          required
        />
        <PhoneField name="phone" label={t("sms.phone")} required />
        <MessagePreview of={preview} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <SubmitButton>{t("kit.send")}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
