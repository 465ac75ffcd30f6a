/** How one kind is connected: the adapter and its fields; a saved secret is replaced, never read (D-39). */
import { useTranslation } from "react-i18next";
import { invalidate } from "@/api/cache";
import { ApiError } from "@/api/errors";
import type { Integration } from "@/api/types";
import { useChange } from "@/api/use-change";
import { Fact, Facts } from "@/ui/display/fact";
import { showDone, showError } from "@/ui/feedback/toast";
import { SelectField } from "@/ui/form/choice-fields";
import { Form, SubmitButton } from "@/ui/form/form";
import { PasswordField, TextField } from "@/ui/form/text-field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import { DocumentField } from "./document-field";
import {
  adapterOf,
  type IntegrationFormValues,
  isStoredSecret,
  missingFields,
  toFormValues,
  toRequestValues,
} from "./integration-form-values";
import { adapterLabel, fieldLabel, helpOf } from "./integration-labels";

type Field = Integration["adapters"][number]["fields"][number];

export function IntegrationForm({ integration }: { integration: Integration }) {
  const { t } = useTranslation();
  const { kind, adapters, version } = integration;
  const names = adapters.flatMap(({ fields }) => fields.map(({ name }) => `values.${name}`));
  const saving = useChange("put", "/integrations", {
    invalidates: ["/integrations"],
    quiet: true,
    onForbidden: showError,
    onError: (error) => {
      if (isStale(error)) void invalidate("/integrations");
      else toastUnlessInline(names)(error);
    },
  });
  const told = Object.entries(saving.fields).map(([name, words]) => [name.replace("values.", ""), words]);
  const form = useForm<IntegrationFormValues>({
    start: toFormValues(integration),
    check: (values) => Object.fromEntries(missingFields(integration, values).map((name) => [name, t("form.required")])),
    saving: { pending: saving.pending, fields: Object.fromEntries(told) },
    send: (values) =>
      saving.run({
        body: { kind, adapter: values.adapter ?? "", values: toRequestValues(integration, values), version },
      }),
    onSaved: () => showDone(t("integrations.saved")),
  });
  const adapter = form.fields.watch("adapter") ?? "";
  return (
    <Form of={form} label={t(`integrations.kinds.${kind}`)}>
      {isStale(saving.error) ? (
        <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {t("integrations.changedByOther")}
        </p>
      ) : null}
      <SelectField
        name="adapter"
        label={t("integrations.adapter")}
        options={adapters.map(({ name }) => ({ value: name, label: adapterLabel(name, t) }))}
        required
      />
      {(adapterOf(integration, adapter)?.fields ?? []).map((field) => (
        <OneField
          key={`${adapter}-${field.name}`}
          of={field}
          kept={isStoredSecret(integration, adapter, field.name)}
          made={integration.adapter === adapter ? integration.values[field.name] : undefined}
        />
      ))}
      <div>
        <SubmitButton>{t("kit.save")}</SubmitButton>
      </div>
    </Form>
  );
}

/** ``made``: what the console has made of itself, for others to copy. */
function OneField({ of: field, kept, made }: { of: Field; kept: boolean; made?: string }) {
  const { t } = useTranslation();
  const { name, type, required } = field;
  const words = { name, label: fieldLabel(name, t) };
  if (field.made)
    return (
      <Facts>
        <Fact name={words.label} value={made ?? t("integrations.madeWhenSaved")} copy={made} wide />
      </Facts>
    );
  if (type === "document") {
    const help = t(kept ? "integrations.documentSet" : "integrations.documentHelp");
    return <DocumentField {...words} help={help} placeholder={kept ? "••••" : ""} required={required && !kept} />;
  }
  if (type === "secret") {
    return (
      <PasswordField
        {...words}
        help={t(kept ? "integrations.secretSet" : "integrations.secretHelp")}
        placeholder={kept ? "••••" : ""}
        autoComplete="new-password"
        required={required && !kept}
      />
    );
  }
  const inputMode = type === "link" ? "url" : type === "email" ? "email" : "text";
  return <TextField {...words} help={helpOf(name, t)} inputMode={inputMode} autoComplete="off" required={required} />;
}

const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === "SHARED_STALE";
