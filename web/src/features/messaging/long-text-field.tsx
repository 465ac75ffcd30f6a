import { Field } from "@/ui/form/field";
import { useFormControl } from "@/ui/form/form";
import type { TextFieldProps } from "@/ui/form/text-field";

/** Several lines of text. */
export function LongTextField({ name, label, help, required }: TextFieldProps) {
  const { fields, errorOf } = useFormControl();
  return (
    <Field label={label} help={help} error={errorOf(name)} required={required}>
      {(parts) => <textarea rows={4} className="field h-auto py-2" {...parts} {...fields.register(name)} />}
    </Field>
  );
}
