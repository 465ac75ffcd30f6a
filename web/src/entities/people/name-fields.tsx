import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SelectField } from "@/ui/form/choice-fields";
import { TextField } from "@/ui/form/text-field";

type NameField = "lastName" | "firstName" | "middleName" | "gender";

type NameFieldsProps = {
  texts: Record<NameField | "male" | "female", string>;
  /** Remark under a field. */
  helpOf?: (field: NameField) => ReactNode;
};

/** Fields of a person: name and gender. */
export function NameFields({ texts, helpOf = () => undefined }: NameFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextField name="lastName" label={texts.lastName} help={helpOf("lastName")} autoComplete="off" required />
      <TextField name="firstName" label={texts.firstName} help={helpOf("firstName")} autoComplete="off" required />
      <TextField name="middleName" label={texts.middleName} help={helpOf("middleName")} autoComplete="off" />
      <SelectField
        name="gender"
        label={texts.gender}
        options={[
          { value: "1", label: texts.male },
          { value: "2", label: texts.female },
        ]}
        placeholder={t("kit.choose")}
        help={helpOf("gender")}
      />
    </>
  );
}
