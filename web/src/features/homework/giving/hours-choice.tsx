/** 24 or 36 hours (R2-186). */
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/ui/cx";

const HOURS = [24, 36] as const;
type HoursChoiceProps = { value: 24 | 36; onChange: (hours: 24 | 36) => void; label: string };

export function HoursChoice({ value, onChange, label }: HoursChoiceProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-[550] text-ink">{label}</legend>
      <div className="flex gap-2">
        {HOURS.map((hours) => (
          <label
            key={hours}
            className={cx(
              "flex h-9 cursor-pointer items-center gap-2 rounded border px-4 text-sm font-[550] max-sm:h-11 max-sm:flex-1",
              value === hours ? "border-accent bg-accent-soft text-accent-ink" : "border-line-strong hover:bg-hover",
            )}
          >
            <input
              type="radio"
              name={name}
              checked={value === hours}
              onChange={() => onChange(hours)}
              className="accent-(--color-accent)"
            />
            {t("homework.hours", { hours })}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
