/** Labels of a status in three languages, and whether it counts; concurrent changes are shown inline (D-8). */
import { useTranslation } from "react-i18next";
import { invalidate } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { ChangedStatusTexts } from "@/api/limits";
import type { ControlActionCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { showDone, showError } from "@/ui/feedback/toast";
import { CheckField } from "@/ui/form/choice-fields";
import { CancelLink, Form, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/text-field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";

const LANGUAGES = ["uz", "ru", "en"] as const;
type Values = Record<(typeof LANGUAGES)[number] | "counts", string>;

const valuesOf = (status: ControlActionCard): Values => ({
  ...status.displayName,
  counts: status.countsInStatistics ? "yes" : "",
});

export function StatusForm({ status, onDone }: { status: ControlActionCard; onDone: () => void }) {
  const { t } = useTranslation();
  const saving = useChange("put", "/control-actions/{id}", {
    invalidates: [
      "/control-actions",
      "/control-actions/{id}",
      "/control-actions/{id}/history",
      "/students/filter-objects",
    ],
    quiet: true,
    onForbidden: showError,
    onError: (error) => {
      if (staleOf(error)) void invalidate("/control-actions");
      else toastUnlessInline(LANGUAGES.map((language) => `displayName.${language}`))(error);
    },
  });
  const current = staleOf(saving.error);
  const errors = Object.entries(saving.fields).map(([name, messages]) => [name.replace("displayName.", ""), messages]);
  const form = useForm<Values>({
    start: valuesOf(status),
    limits: ChangedStatusTexts,
    draft: `status-${status.id}`,
    saving: { pending: saving.pending, fields: Object.fromEntries(errors) },
    send: ({ counts, ...displayName }) =>
      saving.run({
        path: { id: status.id },
        body: { displayName, countsInStatistics: counts === "yes", version: current?.version ?? status.version },
      }),
    onSaved: () => {
      showDone(t("settings.saved"));
      onDone();
    },
  });
  return (
    <Form of={form} label={t("settings.editStatus")}>
      {current ? (
        <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {t("settings.changedByOther")}
        </p>
      ) : null}
      <fieldset className="grid gap-3 sm:grid-cols-3">
        <legend className="mb-2 text-sm font-[650] text-ink-soft">{t("settings.words")}</legend>
        {LANGUAGES.map((language) => (
          <TextField
            key={language}
            name={language}
            label={t(`settings.${language}`)}
            help={current ? t("settings.theirs", { value: current.displayName[language] }) : undefined}
            autoComplete="off"
            required
          />
        ))}
      </fieldset>
      <CheckField name="counts" label={t("settings.countsIn")} help={t("settings.countsHelp")} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{t("kit.save")}</SubmitButton>
        <CancelLink to="/settings/student-statuses" />
      </div>
    </Form>
  );
}

/** Present state of the status after a conflict. */
function staleOf(error: unknown): ControlActionCard | null {
  const stale = error instanceof ApiError && error.code === "SHARED_STALE" ? error.current : null;
  return (stale ?? null) as ControlActionCard | null;
}
