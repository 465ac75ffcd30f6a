import { parseTime } from "@/lib/dates";
import { Field } from "./field";
import { useFormControl } from "./form";
import type { TextFieldProps } from "./text-field";

/** A time of day; what is typed becomes HH:MM when the field is left, `parseTime` reads it. */
export function TimeField({ name, label, help, required }: TextFieldProps) {
  const { fields, errorOf } = useFormControl();
  const { onBlur, ...input } = fields.register(name);
  return (
    <Field label={label} help={help} error={errorOf(name)} required={required}>
      {(parts) => (
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          placeholder="14:00"
          className="field tabular-nums"
          {...parts}
          {...input}
          onBlur={(event) => {
            const time = parseTime(event.target.value);
            if (time && time !== event.target.value) fields.setValue(name, time, { shouldDirty: true });
            return onBlur(event);
          }}
        />
      )}
    </Field>
  );
}
