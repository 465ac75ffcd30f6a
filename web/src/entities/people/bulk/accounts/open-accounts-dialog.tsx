/** Opens accounts for all selected academics or students: the logins are looked at first (D-156). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useChange } from "@/api/use-change";
import { ACADEMIC_ROLE, toChoices, useRoles } from "@/entities/access/choices";
import { Button } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { Spinner } from "@/ui/feedback/spinner";
import { ErrorState } from "@/ui/feedback/states";
import { showDone, showError, showInfo } from "@/ui/feedback/toast";
import { Field } from "@/ui/form/field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { Select } from "@/ui/popover/combobox";
import type { Chosen } from "@/ui/table/use-selection";
import { bulkPath, STALE_AFTER_BULK, toSelectionRequest } from "../bulk-operation";
import { SuggestedLogins } from "./suggested-logins";
import { type AccountEntity, type AccountsPreview, openingPath, useAccountsPreview } from "./use-accounts-preview";

const PATTERN = "{first}.{last}";
const INLINE = ["pattern", "logins", "teacherRoleId", "assistantRoleId"];
type Roles = { teacherRoleId?: number; assistantRoleId?: number };

interface OpenAccountsDialogProps {
  entity: AccountEntity;
  chosen: Chosen;
  onClose: () => void;
}

export function OpenAccountsDialog({ entity, chosen, onClose }: OpenAccountsDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [pattern, setPattern] = useState(PATTERN);
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const [roles, setRoles] = useState<Roles>({});
  const { query, body } = toSelectionRequest(chosen);
  const logins = Object.entries(typed).map(([id, login]) => ({ id: Number(id), login }));
  const sent = { query, body: { ...body, ...roles, pattern, logins } };
  const { preview, fields, error, busy } = useAccountsPreview(entity, sent);
  const opening = useChange("post", openingPath(entity), {
    invalidates: [...STALE_AFTER_BULK[entity]],
    quiet: true,
    onForbidden: showError,
    onError: toastUnlessInline(INLINE),
    // The page has the login of each, the slips and the undo.
    onDone: (act) => {
      onClose();
      chosen.clear();
      if (act.jobId === null) showDone(t("accounts.opened", { count: act.done }));
      else showInfo(t("many.goesOn"));
      void navigate(bulkPath(entity, act.id));
    },
  });
  const wrong = { ...fields, ...opening.fields };
  const type = (id: number, login: string) => {
    opening.clear();
    setTyped(({ [id]: _, ...others }) => (login.trim() ? { ...others, [id]: login } : others));
  };
  const reason = busy ? t("accounts.looking") : wrong.pattern?.[0] || (preview?.opens ? undefined : t("accounts.none"));
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      mayClose={() => !opening.pending}
      title={t(`accounts.title.${entity}`, { count: chosen.total })}
      text={t(`accounts.text.${entity}`)}
      actions={
        <>
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button look="main" saves pending={opening.pending} fixed={reason} onClick={() => void opening.run(sent)}>
            {t("accounts.open", { count: preview?.opens ?? 0 })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <Field label={t("accounts.pattern")} help={t("accounts.patternHelp")} error={wrong.pattern?.[0]} required>
            {(parts) => (
              <input
                {...parts}
                data-autofocus
                autoComplete="off"
                spellCheck={false}
                maxLength={64}
                value={pattern}
                onChange={(event) => setPattern(event.target.value)}
                className="field font-mono"
              />
            )}
          </Field>
          {entity === "teacher" && preview ? (
            <RoleFields preview={preview} roles={roles} onChange={setRoles} wrong={wrong} />
          ) : null}
        </div>
        {error ? <ErrorState error={error} onRetry={onClose} /> : preview ? null : <Spinner />}
        {preview ? (
          <>
            <Summary preview={preview} />
            <SuggestedLogins rows={preview.rows} typed={typed} onType={type} busy={busy} />
            {wrong.logins ? <p className="text-sm text-bad">{wrong.logins[0]}</p> : null}
            {preview.rows.length < preview.total ? (
              <p className="text-sm text-mut">{t("accounts.shown", { count: preview.rows.length })}</p>
            ) : null}
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

/** The role of each kind of person that is among the selected ones. */
function RoleFields({
  preview,
  roles,
  onChange,
  wrong,
}: {
  preview: AccountsPreview;
  roles: Roles;
  onChange: (roles: Roles) => void;
  wrong: Readonly<Record<string, readonly string[] | undefined>>;
}) {
  const { t } = useTranslation();
  const found = useRoles();
  const options = toChoices(found?.filter((role) => role.type === ACADEMIC_ROLE));
  const fields = [
    { name: "teacherRoleId", count: preview.teachers, standard: preview.teacherRole },
    { name: "assistantRoleId", count: preview.assistants, standard: preview.assistantRole },
  ] as const;
  return fields
    .filter(({ count }) => count > 0)
    .map(({ name, count, standard }) => {
      const value = roles[name] ?? standard?.id;
      return (
        <Field key={name} label={t(`accounts.${name}`, { count })} error={wrong[name]?.[0]} required>
          {(parts) => (
            <Select
              id={parts.id}
              label={t(`accounts.${name}`, { count })}
              invalid={parts["aria-invalid"] === true}
              describedBy={parts["aria-describedby"]}
              options={options}
              loading={!found}
              placeholder={t("kit.choose")}
              value={value === undefined ? undefined : String(value)}
              onChange={(id) => onChange({ ...roles, [name]: id === undefined ? undefined : Number(id) })}
            />
          )}
        </Field>
      );
    });
}

/** What will happen, in numbers. */
function Summary({ preview }: { preview: AccountsPreview }) {
  const { t } = useTranslation();
  const { opens, numbered, unnamed, refused } = preview;
  const others = refused - unnamed;
  return (
    <p role="status" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
      <strong className="text-ink-strong">{t("accounts.opens", { count: opens })}</strong>
      {numbered > 0 ? <span>{t("accounts.withNumber", { count: numbered })}</span> : null}
      {unnamed > 0 ? <span className="text-bad">{t("accounts.unnamed", { count: unnamed })}</span> : null}
      {others > 0 ? <span>{t("accounts.refused", { count: others })}</span> : null}
    </p>
  );
}
