/** Changes the login of a teacher's or assistant's account (R1-142). */
import { useTranslation } from "react-i18next";
import { ChangeAcademic } from "@/api/limits";
import type { AcademicRow } from "@/api/types";
import { useChange } from "@/api/use-change";
import { nameOf } from "@/entities/people/person-name";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone, showError } from "@/ui/feedback/toast";
import { CancelLink, Form, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/text-field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import { STALE } from "../academic-labels";

type ChangeLoginProps = { academic: AcademicRow; onClose: () => void };

export function ChangeLogin({ academic, onClose }: ChangeLoginProps) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} title={t("academics.changeLogin")} text={nameOf(academic, t)} size="small">
      <LoginForm academic={academic} onDone={onClose} />
    </Dialog>
  );
}

interface LoginFormProps {
  academic: AcademicRow & { version?: number | null };
  onDone: () => void;
  /** The page that *cancel* leads to, where the form is a page of its own. */
  cancelTo?: string;
}

export function LoginForm({ academic, onDone, cancelTo }: LoginFormProps) {
  const { t } = useTranslation();
  const saving = useChange("put", "/academic/{id}", {
    invalidates: STALE,
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(["login"]),
  });
  const form = useForm({
    start: { login: academic.login ?? "" },
    limits: { login: ChangeAcademic.login },
    saving,
    send: ({ login }) =>
      saving.run({
        path: { id: academic.id },
        body: { login: login.trim(), isActive: academic.isActive, reason: "", version: academic.version ?? null },
      }),
    onSaved: () => {
      showDone(t("academics.loginChanged"));
      onDone();
    },
  });
  return (
    <Form of={form} label={t("academics.changeLogin")}>
      <TextField name="login" label={t("staff.login")} help={t("staff.loginHelp")} autoComplete="off" required />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{t("kit.save")}</SubmitButton>
        {cancelTo ? <CancelLink to={cancelTo} /> : null}
      </div>
    </Form>
  );
}
