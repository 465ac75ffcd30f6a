import { CalendarDays } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { dayWords } from "@/shared/table/stamps";
import { ANY_YEARS, dayAsTyped } from "@/shared/text/day-as-typed";
import { typedDay } from "@/shared/text/typed-day";
import { Field } from "./field";
import { useFormControl } from "./form";
import type { TextFieldProps } from "./text-field";

interface DateFieldProps extends TextFieldProps {
  /** The years that can be typed. */
  years?: { first: number; last: number };
  /** The days that can be picked, YYYY-MM-DD. */
  min?: string | undefined;
  max?: string | undefined;
}

/** A day, typed or picked; the field holds it as DD.MM.YYYY, `typedDay` reads it. */
export function DateField({ name, label, help, required, years = ANY_YEARS, min, max }: DateFieldProps) {
  const { t } = useTranslation();
  const { fields, errorOf } = useFormControl();
  const picker = useRef<HTMLInputElement>(null);
  const { onChange, ...input } = fields.register(name);
  const typed = (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.target;
    const deletes = (event.nativeEvent as InputEvent).inputType?.startsWith("delete");
    // Only at the end: a shape put on while one mends the middle would move the caret.
    if (!deletes && field.selectionStart === field.value.length) field.value = dayAsTyped(field.value, years);
    return onChange(event);
  };
  return (
    <Field label={label} help={help} error={errorOf(name)} required={required}>
      {(parts) => (
        <span className="relative block">
          <input
            type="text"
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            placeholder={t("form.dayShape")}
            className="field pr-11"
            {...parts}
            {...input}
            onChange={typed}
          />
          {/* The browser's own calendar; the day typed stands in the field above. */}
          <input
            ref={picker}
            type="date"
            tabIndex={-1}
            aria-hidden
            min={min ?? `${years.first}-01-01`}
            max={max ?? `${years.last}-12-31`}
            className="pointer-events-none absolute right-0 bottom-0 h-0 w-9 opacity-0"
            onChange={(event) => {
              if (!event.target.value) return;
              fields.setValue(name, dayWords(event.target.value), { shouldDirty: true, shouldTouch: true });
              void fields.trigger(name);
            }}
          />
          <button
            type="button"
            aria-label={t("form.pickDay", { field: label })}
            className="absolute top-0 right-0 grid size-9 place-items-center rounded text-ink-soft hover:text-ink max-sm:size-11"
            onClick={() => {
              if (!picker.current) return;
              picker.current.value = typedDay(String(fields.getValues(name) ?? "")) ?? "";
              picker.current.showPicker();
            }}
          >
            <CalendarDays aria-hidden size={17} strokeWidth={1.8} />
          </button>
        </span>
      )}
    </Field>
  );
}
