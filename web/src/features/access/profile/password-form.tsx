/** Changes the person's own password, confirmed by the present one. */
import { useTranslation } from "react-i18next";
import { ChangePassword } from "@/api/limits";
import { useChange } from "@/api/use-change";
import { passwordChanged, session } from "@/entities/access/session";
import { showDone, showError } from "@/ui/feedback/toast";
import { CancelLink, Form, SubmitButton } from "@/ui/form/form";
import { PasswordField } from "@/ui/form/text-field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";

const EMPTY = { currentPassword: "", newPassword: "", again: "" };
const LIMITS = { ...ChangePassword, again: { required: true } };

interface PasswordFormProps {
  onDone?: () => void;
  /** The page that *cancel* leads to; without it the form has no *cancel*. */
  cancelTo?: string;
}

export function PasswordForm({ onDone, cancelTo }: PasswordFormProps) {
  const { t } = useTranslation();
  const saving = useChange("put", "/profile/password", {
    invalidates: ["/auth/sessions"],
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(["currentPassword", "newPassword"]),
  });
  const form = useForm({
    start: EMPTY,
    limits: LIMITS,
    saving,
    check: ({ newPassword, again }) => ({
      again: again && again !== newPassword ? t("profile.passwordsDiffer") : undefined,
    }),
    send: ({ currentPassword, newPassword }) => saving.run({ body: { currentPassword, newPassword } }),
    onSaved: () => {
      form.fields.reset(EMPTY);
      showDone(t("profile.passwordDone"));
      if (session().profile?.mustChangePassword) passwordChanged();
      onDone?.();
    },
  });
  return (
    <Form of={form} label={t("profile.password")}>
      <PasswordField
        name="currentPassword"
        label={t("profile.currentPassword")}
        autoComplete="current-password"
        required
      />
      <PasswordField
        name="newPassword"
        label={t("profile.newPassword")}
        help={t("profile.newPasswordHelp")}
        autoComplete="new-password"
        required
      />
      <PasswordField name="again" label={t("profile.passwordAgain")} autoComplete="new-password" required />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{t("profile.password")}</SubmitButton>
        {cancelTo ? <CancelLink to={cancelTo} /> : null}
      </div>
    </Form>
  );
}
