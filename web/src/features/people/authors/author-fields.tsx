/** Fields of an author; a new one has those of the account, too. */
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { useSession } from "@/entities/access/session";
import { MultiSelectField, SelectField } from "@/ui/form/choice-fields";
import { PhoneField } from "@/ui/form/phone-field";
import { TextField } from "@/ui/form/text-field";

const OF_STAFF = 1;
const ALL_ROLES = { query: { perPage: 100 } } as const;

/** `own`: id of the author being edited; a course of another author can't be chosen. */
export function AuthorFields({ own }: { own?: number }) {
  const { t } = useTranslation();
  const courses = useRead("/authors/courses").data?.courses;
  return (
    <>
      <TextField name="lastName" label={t("staff.lastName")} autoComplete="off" required />
      <TextField name="firstName" label={t("staff.firstName")} autoComplete="off" required />
      <TextField name="middleName" label={t("staff.middleName")} autoComplete="off" />
      <SelectField
        name="gender"
        label={t("staff.gender")}
        options={[
          { value: "1", label: t("staff.male") },
          { value: "2", label: t("staff.female") },
        ]}
        placeholder={t("kit.choose")}
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
  const roles = useRead("/roles/all", ALL_ROLES).data?.roles;
  const offices = useRead("/offices").data?.offices;
  const everywhere = useSession().profile?.allOffices ?? false;
  const named = (things: readonly { id: number; name: string }[] | undefined) =>
    (things ?? []).map((thing) => ({ value: String(thing.id), label: thing.name }));
  return (
    <>
      <TextField name="login" label={t("staff.login")} help={t("staff.loginHelp")} autoComplete="off" required />
      <SelectField
        name="roleId"
        label={t("staff.role")}
        options={named(roles?.filter((role) => role.type === OF_STAFF))}
        loading={!roles}
        placeholder={t("kit.choose")}
        help={t("staff.roleHelp")}
        required
      />
      <MultiSelectField
        name="officeIds"
        label={t("staff.offices")}
        options={named(offices)}
        placeholder={t("kit.choose")}
        help={t("staff.officesHelp")}
        required={!everywhere}
      />
    </>
  );
}
