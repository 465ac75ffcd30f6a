/** Name and text of a template, with a live count; concurrent changes are shown inline (D-8). */
import { useTranslation } from "react-i18next";
import { invalidate } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { AddSmsTemplate } from "@/api/limits";
import type { SmsTemplate } from "@/api/types";
import { useChange } from "@/api/use-change";
import { MessagePreview } from "@/entities/messaging/message-preview";
import { usePreview } from "@/entities/messaging/use-preview";
import { showDone, showError } from "@/ui/feedback/toast";
import { Field } from "@/ui/form/field";
import { Form, SubmitButton, useFormControl } from "@/ui/form/form";
import { TextField, type TextFieldProps } from "@/ui/form/text-field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";

const HELP = { login: "sms.loginGapsHelp", absence: "sms.absenceGapsHelp", none: "sms.gapsHelp" } as const;

export function TemplateForm({ template, onDone }: { template: SmsTemplate | undefined; onDone: () => void }) {
  const { t } = useTranslation();
  const { save, pending, fields, current } = useSaving(template);
  const form = useForm({
    start: { name: template?.name ?? "", text: template?.text ?? "" },
    limits: AddSmsTemplate,
    draft: `sms-template-${template?.id ?? "new"}`,
    saving: { pending, fields },
    send: (values) => save(values, current?.version ?? template?.version ?? 1),
    onSaved: onDone,
  });
  const text = form.fields.watch("text");
  const preview = usePreview(text.trim() ? { text, login: "", password: "" } : null);
  return (
    <Form of={form} label={t(template ? "sms.editTemplate" : "sms.addTemplate")}>
      {current ? (
        <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {t("sms.changedByOther", { value: current.text })}
        </p>
      ) : null}
      <TextField name="name" label={t("sms.templateName")} autoComplete="off" required />
      <LongTextField name="text" label={t("sms.templateText")} help={t(HELP[template?.purpose ?? "none"])} required />
      <MessagePreview of={preview} draft />
      <div>
        <SubmitButton>{t(template ? "kit.save" : "kit.add")}</SubmitButton>
      </div>
    </Form>
  );
}

function useSaving(template: SmsTemplate | undefined) {
  const { t } = useTranslation();
  const failed = {
    invalidates: ["/sms/templates"] as ["/sms/templates"],
    quiet: true,
    onForbidden: showError,
    onError: (error: unknown) => {
      if (staleOf(error)) void invalidate("/sms/templates");
      else toastUnlessInline(["name", "text"])(error);
    },
  };
  const adding = useChange("post", "/sms/templates", { ...failed, onDone: () => showDone(t("sms.templateAdded")) });
  const changing = useChange("put", "/sms/templates/{id}", {
    ...failed,
    onDone: () => showDone(t("sms.templateSaved")),
  });
  const save = (body: { name: string; text: string }, version: number): Promise<unknown> =>
    template ? changing.run({ path: { id: template.id }, body: { ...body, version } }) : adding.run({ body });
  const used = template ? changing : adding;
  return { save, pending: used.pending, fields: used.fields, current: staleOf(used.error) };
}

/** Present state of the template after a conflict. */
function staleOf(error: unknown): SmsTemplate | null {
  const stale = error instanceof ApiError && error.code === "SHARED_STALE" ? error.current : null;
  return (stale ?? null) as SmsTemplate | null;
}

/** Several lines of text. */
function LongTextField({ name, label, help, required }: TextFieldProps) {
  const { fields, errorOf } = useFormControl();
  return (
    <Field label={label} help={help} error={errorOf(name)} required={required}>
      {(parts) => <textarea rows={4} className="field h-auto py-2" {...parts} {...fields.register(name)} />}
    </Field>
  );
}
