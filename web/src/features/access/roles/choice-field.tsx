import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { Field } from "@/ui/form/field";
import { useFormControl } from "@/ui/form/form";
import { Select } from "@/ui/popover/combobox";

interface ChoiceFieldProps {
  name: string;
  label: string;
  help?: ReactNode;
  options: readonly { value: string; label: string }[];
  onChosen?: (value: string) => void;
}

/** One of a few, in a form. */
export function ChoiceField({ name, label, help, options, onChosen }: ChoiceFieldProps) {
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
