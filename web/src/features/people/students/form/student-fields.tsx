/** The fields of a student, for a new one and for one that is there. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { CHOICES_STALE_MS, choiceLabels } from "@/entities/access/choices";
import { NameFields } from "@/entities/people/name-fields";
import { BIRTH_YEARS } from "@/lib/dates";
import { MultiSelectField } from "@/ui/form/choice-fields";
import { DateField } from "@/ui/form/date-field";
import { PhoneField } from "@/ui/form/phone-field";
import { TextField } from "@/ui/form/text-field";
import type { Option } from "@/ui/popover/option";
import type { StudentField } from "./student-form-values";

export function useStudentOptions(): { offices: Option<string>[]; genders: Option<string>[]; loading: boolean } {
  const { t } = useTranslation();
  const read = useRead("/students/filter-objects", undefined, { staleTime: CHOICES_STALE_MS });
  return {
    offices: (read.data?.offices ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    genders: [
      { value: "1", label: t("students.male") },
      { value: "2", label: t("students.female") },
    ],
    loading: !read.data,
  };
}

/** A field's value as people read it. */
export function useFieldLabels(): (field: StudentField, value: string) => string {
  const { offices, genders } = useStudentOptions();
  return (field, value) => {
    const list = field === "gender" ? genders : field === "officeIds" ? offices : null;
    return list ? choiceLabels(list, value) : value;
  };
}

type Beside = (field: StudentField) => ReactNode;

export function PersonFields({ beside }: { beside: Beside }) {
  const { t } = useTranslation();
  return (
    <>
      <NameFields
        texts={{
          lastName: t("students.lastName"),
          firstName: t("students.firstName"),
          middleName: t("students.middleName"),
          gender: t("students.gender"),
          male: t("students.male"),
          female: t("students.female"),
        }}
        helpOf={beside}
      />
      <DateField
        name="birthDate"
        label={t("students.birthDate")}
        help={beside("birthDate")}
        years={BIRTH_YEARS}
        required
      />
    </>
  );
}

export function ContactFields({ beside, fresh }: { beside: Beside; fresh: boolean }) {
  const { t } = useTranslation();
  const { offices, loading } = useStudentOptions();
  return (
    <>
      <PhoneField
        name="phoneNumber"
        label={t("students.phone")}
        help={beside("phoneNumber") ?? t("student.phoneHelp")}
      />
      <MultiSelectField
        name="officeIds"
        label={t("fields.office_ids")}
        options={offices}
        placeholder={t("kit.choose")}
        help={beside("officeIds") ?? t("student.officesHelp")}
        loading={loading}
        required
      />
      {fresh ? (
        <TextField name="login" label={t("students.login")} help={t("student.loginHelp")} autoComplete="off" />
      ) : null}
    </>
  );
}
