/** First day in a group, typed in a dialog; empty means today, or the group's begin. */
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { ANY_YEARS, dateProblem, maskDate } from "@/lib/dates";
import { cx } from "@/ui/cx";

export const startDayProblem = (typed: string) => (typed.trim() ? dateProblem(typed) : null);

type StartDayFieldProps = { value: string; onChange: (typed: string) => void };

export function StartDayField({ value, onChange }: StartDayFieldProps) {
  const { t } = useTranslation();
  const day = useId();
  const problem = startDayProblem(value);
  return (
    <div className="grid gap-1.5 sm:max-w-72">
      <label htmlFor={day} className="text-sm font-[550] text-ink">
        {t("student.startDate")}
      </label>
      <input
        id={day}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        className="field"
        placeholder={t("form.dayShape")}
        aria-invalid={problem !== null || undefined}
        aria-describedby={`${day}-words`}
        maxLength={10}
        value={value}
        onChange={(event) => {
          const deletes = (event.nativeEvent as InputEvent).inputType?.startsWith("delete");
          onChange(deletes ? event.target.value : maskDate(event.target.value, ANY_YEARS));
        }}
      />
      <p id={`${day}-words`} aria-live="polite" className={cx("text-sm", problem ? "text-bad" : "text-mut")}>
        {t(problem ? `student.born.${problem}` : "student.startHelp")}
      </p>
    </div>
  );
}
