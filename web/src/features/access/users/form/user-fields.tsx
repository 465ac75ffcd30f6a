/** The fields of an account, for a new one and for one that is there. */
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { choiceLabels, toChoices, useOffices, useRoles } from "@/entities/access/choices";
import { useSession } from "@/entities/access/session";
import { NameFields } from "@/entities/people/name-fields";
import { CheckField, MultiSelectField, SelectField } from "@/ui/form/choice-fields";
import { useFormControl } from "@/ui/form/form";
import { PhoneField } from "@/ui/form/phone-field";
import { TextField } from "@/ui/form/text-field";
import type { Option } from "@/ui/popover/option";
import type { UserField, UserFormValues } from "./user-form-values";

export function useUserOptions() {
  const { t } = useTranslation();
  const roles = useRoles();
  const offices = useOffices();
  return {
    roles,
    offices: toChoices(offices),
    genders: [
      { value: "1", label: t("staff.male") },
      { value: "2", label: t("staff.female") },
    ],
    work: [
      { value: "1", label: t("staff.working") },
      { value: "2", label: t("staff.notWorking") },
    ],
  };
}

/** A field's value as people read it. */
export function useFieldLabels(): (field: UserField, value: string) => string {
  const { t } = useTranslation();
  const { roles, offices, genders, work } = useUserOptions();
  const lists: Partial<Record<UserField, Option<string>[]>> = {
    roleId: toChoices(roles),
    officeIds: offices,
    gender: genders,
    workStatus: work,
    allOffices: [{ value: "yes", label: t("kit.yes") }],
    author: [{ value: "yes", label: t("kit.yes") }],
  };
  return (field, value) => {
    const list = lists[field];
    return list ? choiceLabels(list, value) : value;
  };
}

type UserFieldsProps = {
  /** Restricts the roles to this type (staff 1, academic 2); both without it. */
  kind?: number;
  /** The superadmin's login, role and all-branches flag are fixed (D-11). */
  superadmin?: boolean;
  /** A new account works. */
  fresh?: boolean;
  /** Value that another person wrote in the meantime. */
  beside?: (field: UserField) => ReactNode;
};

export function UserFields({ kind, superadmin = false, fresh = false, beside = () => undefined }: UserFieldsProps) {
  const { t } = useTranslation();
  const { roles, offices, work } = useUserOptions();
  const everywhere = useSession().profile?.allOffices ?? false;
  const givesAll =
    useWatch<UserFormValues>({ control: useFormControl().fields.control as never, name: "allOffices" }) === "yes";
  const rolesOf = (roles ?? []).filter((role) => (kind === undefined ? role.type !== 3 : role.type === kind));
  return (
    <>
      <Part title={t("staff.person")}>
        <NameFields
          texts={{
            lastName: t("staff.lastName"),
            firstName: t("staff.firstName"),
            middleName: t("staff.middleName"),
            gender: t("staff.gender"),
            male: t("staff.male"),
            female: t("staff.female"),
          }}
          helpOf={beside}
        />
        <PhoneField name="phoneNumber" label={t("staff.phone")} help={beside("phoneNumber") ?? t("staff.phoneHelp")} />
      </Part>
      <Part title={t("staff.account")}>
        {superadmin ? null : (
          <>
            <TextField
              name="login"
              label={t("staff.login")}
              help={beside("login") ?? t("staff.loginHelp")}
              autoComplete="off"
              required
            />
            <SelectField
              name="roleId"
              label={t("staff.role")}
              options={toChoices(rolesOf)}
              placeholder={t("kit.choose")}
              help={beside("roleId") ?? t("staff.roleHelp")}
              loading={!roles}
              required
            />
            {everywhere ? (
              <CheckField name="allOffices" label={t("staff.allOffices")} help={beside("allOffices")} />
            ) : null}
          </>
        )}
        {givesAll ? null : (
          <MultiSelectField
            name="officeIds"
            label={t("staff.offices")}
            options={offices}
            placeholder={t("kit.choose")}
            help={beside("officeIds") ?? t("staff.officesHelp")}
            required={!everywhere}
          />
        )}
        {fresh || superadmin ? null : (
          <SelectField
            name="workStatus"
            label={t("staff.columns.workStatus")}
            options={work}
            help={beside("workStatus")}
            required
          />
        )}
        <CheckField name="author" label={t("staff.author")} help={beside("author")} />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid content-start gap-4">
      <legend className="mb-3 text-base font-[650] text-ink-strong">{title}</legend>
      {children}
    </fieldset>
  );
}
