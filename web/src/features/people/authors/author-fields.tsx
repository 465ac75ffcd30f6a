/** Fields of an author; a new one has those of the account, too. */
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { STAFF_ROLE, toChoices, useOffices, useRoles } from "@/entities/access/choices";
import { useSession } from "@/entities/access/session";
import { NameFields } from "@/entities/people/name-fields";
import { MultiSelectField, SelectField } from "@/ui/form/choice-fields";
import { PhoneField } from "@/ui/form/phone-field";
import { TextField } from "@/ui/form/text-field";

/** `own`: id of the author being edited; a course of another author can't be chosen. */
export function AuthorFields({ own }: { own?: number }) {
  const { t } = useTranslation();
  const courses = useRead("/authors/courses").data?.courses;
  return (
    <>
      <NameFields
        texts={{
          lastName: t("staff.lastName"),
          firstName: t("staff.firstName"),
          middleName: t("staff.middleName"),
          gender: t("staff.gender"),
          male: t("staff.male"),
          female: t("staff.female"),
        }}
      />
      <PhoneField name="phoneNumber" label={t("staff.phone")} help={t("staff.phoneHelp")} />
      <MultiSelectField
        name="courseIds"
        label={t("academics.courses")}
        options={(courses ?? []).map((course) => ({
          value: String(course.id),
          label: course.name,
          hint: course.taken && course.author?.id !== own ? (course.author?.name ?? t("academics.taken")) : undefined,
          disabled: course.taken && course.author?.id !== own,
        }))}
        loading={!courses}
        placeholder={t("kit.choose")}
        help={t("academics.coursesHelp")}
      />
    </>
  );
}

export function AuthorAccountFields() {
  const { t } = useTranslation();
  const roles = useRoles();
  const offices = useOffices();
  const everywhere = useSession().profile?.allOffices ?? false;
  return (
    <>
      <TextField name="login" label={t("staff.login")} help={t("staff.loginHelp")} autoComplete="off" required />
      <SelectField
        name="roleId"
        label={t("staff.role")}
        options={toChoices(roles?.filter((role) => role.type === STAFF_ROLE))}
        loading={!roles}
        placeholder={t("kit.choose")}
        help={t("staff.roleHelp")}
        required
      />
      <MultiSelectField
        name="officeIds"
        label={t("staff.offices")}
        options={toChoices(offices)}
        placeholder={t("kit.choose")}
        help={t("staff.officesHelp")}
        required={!everywhere}
      />
    </>
  );
}
