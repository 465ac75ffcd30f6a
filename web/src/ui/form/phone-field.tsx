import type { ChangeEvent, FocusEvent } from "react";
import { formatPhone, maskPhone, parsePhone } from "@/lib/format/phone";
import { Field } from "./field";
import { useFormControl } from "./form";
import type { TextFieldProps } from "./text-field";

/** A phone: typed 998… or its nine digits alone, shown as +998 90 123-45-67. */
export function PhoneField({ name, label, help, required }: TextFieldProps) {
  const { fields, errorOf } = useFormControl();
  const { onChange, onBlur, ...input } = fields.register(name);
  const typed = (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.target;
    const deletes = (event.nativeEvent as InputEvent).inputType?.startsWith("delete");
    // Only at the end: a shape put on while one mends the middle would move the caret.
    if (!deletes && field.selectionStart === field.value.length) field.value = maskPhone(field.value);
    return onChange(event);
  };
  const left = (event: FocusEvent<HTMLInputElement>) => {
    const digits = parsePhone(event.target.value);
    if (digits) fields.setValue(name, formatPhone(digits), { shouldDirty: true });
    return onBlur(event);
  };
  return (
    <Field label={label} help={help} error={errorOf(name)} required={required}>
      {(parts) => (
        <input
          type="tel"
          autoComplete="off"
          placeholder="998"
          className="field"
          {...parts}
          {...input}
          onChange={typed}
          onBlur={left}
        />
      )}
    </Field>
  );
}
