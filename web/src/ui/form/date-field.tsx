import { CalendarDays } from "lucide-react";
import { type ChangeEvent, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ANY_YEARS, formatDate, maskDate, parseDate } from "@/lib/dates";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Field } from "./field";
import { useFormControl } from "./form";
import type { TextFieldProps } from "./text-field";

// fetched when it is first opened
const DayPicker = lazyComponent(async () => (await import("./day-picker")).DayPicker, ["form"]);

interface DateFieldProps extends TextFieldProps {
  /** The years that can be typed. */
  years?: { first: number; last: number };
  /** The days that can be picked, YYYY-MM-DD. */
  min?: string | undefined;
  max?: string | undefined;
}

/** A day, typed or picked; the field holds it as DD.MM.YYYY, `parseDate` reads it. */
export function DateField({ name, label, help, required, years = ANY_YEARS, min, max }: DateFieldProps) {
  const { t } = useTranslation();
  const { fields, errorOf } = useFormControl();
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const pick = (day: string) => {
    fields.setValue(name, formatDate(day), { shouldDirty: true, shouldTouch: true });
    void fields.trigger(name);
    setOpen(false);
    opener.current?.focus();
  };
  const { onChange, ...input } = fields.register(name);
  const typed = (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.target;
    const deletes = (event.nativeEvent as InputEvent).inputType?.startsWith("delete");
    // Only at the end: a shape put on while one mends the middle would move the caret.
    if (!deletes && field.selectionStart === field.value.length) field.value = maskDate(field.value, years);
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
          <button
            ref={opener}
            type="button"
            aria-haspopup="dialog"
            aria-expanded={open}
            aria-label={t("form.pickDay", { field: label })}
            className="absolute top-0 right-0 grid size-9 place-items-center rounded text-ink-soft hover:text-ink max-sm:size-11"
            onClick={() => setOpen(!open)}
          >
            <CalendarDays aria-hidden size={17} strokeWidth={1.8} />
          </button>
          {open ? (
            <Suspense>
              <DayPicker
                label={t("form.pickDay", { field: label })}
                day={parseDate(String(fields.getValues(name) ?? ""))}
                min={min ?? `${years.first}-01-01`}
                max={max ?? `${years.last}-12-31`}
                anchor={opener}
                onClose={() => setOpen(false)}
                onPick={pick}
              />
            </Suspense>
          ) : null}
        </span>
      )}
    </Field>
  );
}
