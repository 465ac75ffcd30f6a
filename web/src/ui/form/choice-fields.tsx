/** Choices inside a Form: one of many, some of many, yes or no. */
import type { ReactNode } from "react";
import { useController } from "react-hook-form";
import { Checkbox } from "@/ui/controls/checkbox";
import { MultiSelect, Select } from "@/ui/popover/combobox";
import type { Option } from "@/ui/popover/option";
import { Field } from "./field";
import { useFormControl } from "./form";

interface ChoiceFieldProps {
  name: string;
  label: string;
  options: readonly Option<string>[];
  help?: ReactNode;
  required?: boolean;
  placeholder?: string;
  disabled?: boolean;
  loading?: boolean;
}

function useChoice(name: string) {
  const { fields, errorOf } = useFormControl();
  const { field } = useController({ control: fields.control, name });
  const choose = (value: string) => {
    field.onChange(value);
    field.onBlur();
  };
  return { value: String(field.value ?? ""), choose, error: errorOf(name) };
}

const partsOf = (parts: { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined }) => ({
  id: parts.id,
  invalid: parts["aria-invalid"] === true,
  describedBy: parts["aria-describedby"],
});

/** The field holds the chosen value as text; empty: none. */
export function SelectField({ name, label, help, required, ...rest }: ChoiceFieldProps) {
  const { value, choose, error } = useChoice(name);
  return (
    <Field label={label} help={help} error={error} required={required}>
      {(parts) => (
        <Select
          {...rest}
          {...partsOf(parts)}
          label={label}
          value={value || undefined}
          clearable={!required}
          onChange={(next) => choose(next ?? "")}
        />
      )}
    </Field>
  );
}

/** The field holds the chosen values in a text, parted by commas, in their options' order. */
export function MultiSelectField({ name, label, help, required, options, ...rest }: ChoiceFieldProps) {
  const { value, choose, error } = useChoice(name);
  const known = options.map((option) => option.value);
  const inOrder = (values: string[]) => values.sort((a, b) => known.indexOf(a) - known.indexOf(b)).join(",");
  return (
    <Field label={label} help={help} error={error} required={required}>
      {(parts) => (
        <MultiSelect
          {...rest}
          {...partsOf(parts)}
          options={options}
          label={label}
          values={value ? value.split(",") : []}
          clearable
          onChange={(next) => choose(inOrder([...next]))}
        />
      )}
    </Field>
  );
}

/** The field holds `yes` or nothing. */
export function CheckField({ name, label, help, disabled }: Omit<ChoiceFieldProps, "options">) {
  const { value, choose, error } = useChoice(name);
  return (
    <div className="grid gap-1.5">
      <Checkbox
        checked={value === "yes"}
        onChange={(next) => choose(next ? "yes" : "")}
        label={label}
        disabled={disabled ?? false}
      />
      {error ? <p className="text-sm text-bad">{error}</p> : help ? <p className="text-sm text-mut">{help}</p> : null}
    </div>
  );
}
