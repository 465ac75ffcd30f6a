/** Role form: name, type, number and the tree; concurrent changes are shown inline (D-8). */

import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Fields } from "@/api/errors";
import { CreateRole } from "@/api/limits";
import type { RoleDetail } from "@/api/types";
import { useRead } from "@/api/use-read";
import { permits } from "@/entities/access/permissions";
import { roleName } from "@/entities/access/role-name";
import { useSession } from "@/entities/access/session";
import { Card } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { ConflictHint } from "@/ui/form/conflict-hint";
import { Field } from "@/ui/form/field";
import { CancelLink, Form, SubmitButton, useFormControl } from "@/ui/form/form";
import { TextField } from "@/ui/form/text-field";
import { useForm } from "@/ui/form/use-form";
import { useLatestVersion } from "@/ui/form/use-latest-version";
import { Select } from "@/ui/popover/combobox";
import { CopyRights } from "./permissions/copy-rights";
import { KeptRights } from "./permissions/kept-rights";
import { PermissionGrid } from "./permissions/permission-grid";
import { branchesOf, type Cell, offeredBranches, serializeGrants, splitGrants } from "./permissions/permission-tree";
import { EMPTY_ROLE, grantsIn, type RoleFormValues, toFormValues } from "./role-form-values";
import { ACADEMIC, NUMBER_LABELS, NUMBERS_OF, STAFF } from "./role-labels";

interface RoleFormProps {
  label: string;
  role?: RoleDetail;
  back: string;
  saving: { pending: boolean; fields: Fields };
  /** Conflict: the role as the other person saved it. */
  changedByOther?: boolean;
  send: (values: RoleFormValues) => Promise<unknown>;
  onSaved: () => void;
}

export function RoleForm({ label, role, back, saving, changedByOther = false, send, onSaved }: RoleFormProps) {
  const { t } = useTranslation();
  const { permissions } = useSession();
  const all = useRead("/roles/permission-objects/all", undefined, { staleTime: Number.POSITIVE_INFINITY });
  const start = role ? toFormValues(role) : EMPTY_ROLE;
  const draft = role ? `role-${role.id}` : "role-new";
  const form = useForm<RoleFormValues>({ start, limits: CreateRole, draft, saving, send, onSaved });
  // The tree has no input of its own: it is made known by hand, so that it can be set back.
  form.fields.register("permissions");
  const { conflicting, take } = useLatestVersion(form, { version: role?.version ?? 0, values: start }, draft);
  const values = { ...start, ...useWatch({ control: form.fields.control }) };
  const may = ({ key, action }: Cell) => permits(permissions, key, action);
  const put = (name: keyof RoleFormValues, value: string) => form.fields.setValue(name, value, { shouldDirty: true });
  const numbers = NUMBERS_OF[Number(values.type)] ?? [];
  const beside = (name: keyof RoleFormValues): ReactNode =>
    conflicting[name] === undefined ? undefined : (
      <ConflictHint
        text={t("roles.theirs", { value: conflicting[name] || t("kit.none") })}
        take={t("roles.takeTheirs")}
        onTake={() => take(name)}
      />
    );
  const translated = roleName(values, t);
  const shown = translated === values.name ? undefined : t("roles.shownAs", { name: translated });
  return (
    <Form of={form} label={label}>
      {changedByOther ? (
        <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          {t("roles.changedByOther")}
        </p>
      ) : null}
      <Card title={t("roles.person")}>
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <TextField name="name" label={t("roles.name")} help={beside("name") ?? shown} autoComplete="off" required />
          <ChoiceField
            name="type"
            label={t("roles.type")}
            options={[
              { value: String(STAFF), label: t("roles.types.staff") },
              { value: String(ACADEMIC), label: t("roles.types.academic") },
            ]}
            onChosen={(type) => {
              if (values.number && !NUMBERS_OF[Number(type)]?.includes(Number(values.number))) put("number", "");
            }}
          />
          <ChoiceField
            name="number"
            label={t("roles.number")}
            help={t("roles.numberHelp")}
            options={[
              { value: "", label: t("roles.numbers.none") },
              ...numbers.map((number) => ({
                value: String(number),
                label: t(NUMBER_LABELS[number] ?? "roles.numbers.none"),
              })),
            ]}
          />
        </div>
      </Card>
      <Card title={t("roles.rights")}>
        <div className="grid gap-3">
          {conflicting.permissions === undefined ? null : (
            <ConflictHint
              text={t("roles.theirsRights")}
              take={t("roles.takeTheirs")}
              onTake={() => take("permissions")}
            />
          )}
          {form.errorOf("permissions") ? (
            <p role="alert" className="text-sm text-bad">
              {form.errorOf("permissions")}
            </p>
          ) : null}
          <Loaded of={all}>
            {({ permissionObjects, built }) => (
              <>
                <CopyRights
                  {...(role ? { except: role.id } : {})}
                  may={may}
                  built={built}
                  onCopy={(grants) => {
                    const { kept } = splitGrants(grantsIn(values), built);
                    put("permissions", serializeGrants({ ...grants, ...kept }));
                  }}
                />
                <PermissionGrid
                  branches={offeredBranches(branchesOf(permissionObjects), built)}
                  grants={grantsIn(values)}
                  may={may}
                  onChange={(grants) => put("permissions", serializeGrants(grants))}
                />
                <KeptRights grants={grantsIn(values)} built={built} />
              </>
            )}
          </Loaded>
        </div>
      </Card>
      <div className="sticky bottom-0 z-10 -mx-1 flex gap-3 bg-page px-1 py-3">
        <SubmitButton>{t(Object.keys(conflicting).length > 0 ? "roles.saveMine" : "roles.save")}</SubmitButton>
        <CancelLink to={back} />
      </div>
    </Form>
  );
}

interface ChoiceFieldProps {
  name: string;
  label: string;
  help?: ReactNode;
  options: readonly { value: string; label: string }[];
  onChosen?: (value: string) => void;
}

/** One of a few, in a form. */
function ChoiceField({ name, label, help, options, onChosen }: ChoiceFieldProps) {
  const { fields, errorOf } = useFormControl();
  // Without an input of its own it is made known by hand, so that it can be set back.
  fields.register(name);
  const value = useWatch({ control: fields.control, name }) as string;
  return (
    <Field label={label} help={help} error={errorOf(name)}>
      {(parts) => (
        <Select
          id={parts.id}
          label={label}
          invalid={parts["aria-invalid"] ?? false}
          describedBy={parts["aria-describedby"]}
          options={options}
          value={value}
          onChange={(chosen) => {
            fields.setValue(name, chosen ?? "", { shouldDirty: true });
            onChosen?.(chosen ?? "");
          }}
        />
      )}
    </Field>
  );
}
