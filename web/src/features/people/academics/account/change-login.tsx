/** Another login for the account of somebody who teaches (R1-142). */
import { useTranslation } from "react-i18next";
import type { AcademicRow } from "@/api/types";
import { useChange } from "@/api/use-change";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone, showError } from "@/ui/feedback/toast";
import { Form, SubmitButton } from "@/ui/form/form";
import { ChangeAcademic } from "@/ui/form/limits/api-limits";
import { showUnlessBeside } from "@/ui/form/show-unless-beside";
import { TextField } from "@/ui/form/text-field";
import { useForm } from "@/ui/form/use-form";
import { nameOf, STALE } from "../academic-words";

type ChangeLoginProps = { whom: AcademicRow; onClose: () => void };

export function ChangeLogin({ whom, onClose }: ChangeLoginProps) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} title={t("academics.changeLogin")} text={nameOf(whom, t)} size="small">
      <LoginForm whom={whom} onDone={onClose} />
    </Dialog>
  );
}

export function LoginForm({ whom, onDone }: { whom: AcademicRow & { version?: number | null }; onDone: () => void }) {
  const { t } = useTranslation();
  const saving = useChange("put", "/academic/{id}", {
    invalidates: STALE,
    quiet: true,
    onForbidden: showError,
    onError: showUnlessBeside(["login"]),
  });
  const form = useForm({
    start: { login: whom.login ?? "" },
    limits: { login: ChangeAcademic.login },
    saving,
    send: ({ login }) =>
      saving.run({
        path: { id: whom.id },
        body: { login: login.trim(), isActive: whom.isActive, reason: "", version: whom.version ?? null },
      }),
    onSaved: () => {
      showDone(t("academics.loginChanged"));
      onDone();
    },
  });
  return (
    <Form of={form} label={t("academics.changeLogin")}>
      <TextField name="login" label={t("staff.login")} help={t("staff.loginHelp")} autoComplete="off" required />
      <div>
        <SubmitButton>{t("kit.save")}</SubmitButton>
      </div>
    </Form>
  );
}
