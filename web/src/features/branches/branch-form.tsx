/** Head office and name of a branch; concurrent changes are shown inline (D-8). */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { AddOffice } from "@/api/limits";
import type { Office } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { showDone, showError } from "@/ui/feedback/toast";
import { SelectField } from "@/ui/form/choice-fields";
import { Form, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/text-field";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import {
  type BranchFormValues,
  headOfficeOptions,
  prefillName,
  toFormValues,
  validateBranch,
} from "./branch-form-values";

const FIELDS = ["hOfficeId", "name"] as const;
const READ = ["/offices", "/offices/hh", "/offices/{id}/history"] as const;

export function BranchForm({ office, onDone }: { office: Office | undefined; onDone: () => void }) {
  const { t } = useTranslation();
  const fresh = office === undefined;
  const heads = useRead("/offices/hh");
  const { save, pending, fields, stale } = useSaving(office);
  const version = stale?.version ?? office?.version ?? 1;
  const form = useForm<BranchFormValues>({
    start: toFormValues(office),
    limits: AddOffice,
    check: (values) => validateBranch(values, fresh, t),
    saving: { pending, fields },
    send: (values) => save(values, version),
    onSaved: onDone,
  });
  usePrefill(form, heads.data?.hOffices ?? [], fresh);
  const options = headOfficeOptions(heads.data?.hOffices ?? [], office, t);
  const noneFree = fresh && heads.data !== undefined && options.every((option) => option.disabled);
  return (
    <Form of={form} label={t(fresh ? "branches.add" : "branches.edit")}>
      {stale ? (
        <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {t("branches.changedByOther", { name: stale.name })}
        </p>
      ) : null}
      <SelectField
        name="hOfficeId"
        label={t("branches.headOffice")}
        help={t(noneFree ? "branches.noFree" : fresh ? "branches.headOfficeHelp" : "branches.headOfficeFixed")}
        options={options}
        loading={heads.state === "loading"}
        disabled={!fresh}
        required
      />
      <TextField name="name" label={t("branches.name")} autoComplete="off" required />
      <div>
        <SubmitButton>{t(fresh ? "kit.add" : "kit.save")}</SubmitButton>
      </div>
    </Form>
  );
}

function useSaving(office: Office | undefined) {
  const { t } = useTranslation();
  const failed = {
    invalidates: [...READ],
    quiet: true,
    onForbidden: showError,
    onError: (error: unknown) => {
      if (staleOf(error)) void invalidate("/offices");
      else toastUnlessInline(FIELDS)(error);
    },
  };
  const adding = useChange("post", "/offices", {
    ...failed,
    onDone: () => showDone(t("branches.added")),
  });
  const changing = useChange("put", "/offices/{id}", { ...failed, onDone: () => showDone(t("branches.saved")) });
  const save = ({ name, hOfficeId }: BranchFormValues, version: number): Promise<unknown> =>
    office
      ? changing.run({ path: { id: office.id }, body: { name, version, hOfficeId: office.hOffice?.id ?? null } })
      : adding.run({ body: { name, hOfficeId: hOfficeId ? Number(hOfficeId) : null } });
  const used = office ? changing : adding;
  return { save, pending: used.pending, fields: used.fields, stale: staleOf(used.error) };
}

/** Present state of the branch after a conflict. */
function staleOf(error: unknown): Office | null {
  const stale = error instanceof ApiError && error.code === "SHARED_STALE" ? error.current : null;
  return (stale ?? null) as Office | null;
}

function usePrefill(
  form: ReturnType<typeof useForm<BranchFormValues>>,
  heads: readonly { id: number; name: string }[],
  on: boolean,
) {
  const [filled, setFilled] = useState("");
  const { fields } = form;
  const chosen = fields.watch("hOfficeId");
  useEffect(() => {
    const name = heads.find((head) => String(head.id) === chosen)?.name;
    if (!on || name === undefined || name === filled) return;
    fields.setValue("name", prefillName(fields.getValues("name"), filled, name), {
      shouldDirty: true,
      shouldValidate: true,
    });
    setFilled(name);
  }, [on, heads, chosen, filled, fields]);
}
