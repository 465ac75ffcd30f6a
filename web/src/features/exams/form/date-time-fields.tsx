/** A day and a time of day in the centre's zone, as two fields of a form: `beginDay`, `beginTime`. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { dateProblem, formatDate, formatTime, parseDate, parseTime, toInstant, toIsoDate } from "@/lib/dates";
import { DateField } from "@/ui/form/date-field";
import { TimeField } from "@/ui/form/time-field";

export type Moment = "begin" | "end";
type Written<M extends Moment> = Record<`${M}Day` | `${M}Time`, string>;

export function DateTimeFields({ name, label }: { name: Moment; label: string }) {
  const { t } = useTranslation();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_120px] items-start gap-3">
      <DateField name={`${name}Day`} label={label} required />
      <TimeField name={`${name}Time`} label={t("exams.time", { of: label })} required />
    </div>
  );
}

export const writtenOf = <M extends Moment>(name: M, instant: string, zone: string) =>
  ({
    [`${name}Day`]: formatDate(toIsoDate(instant, zone), zone),
    [`${name}Time`]: formatTime(instant, zone),
  }) as Written<M>;

/** The instant of both fields, in UTC; an empty text while one of them is wrong. */
export function instantOf<M extends Moment>(name: M, values: Written<M>, zone: string): string {
  const day = parseDate(values[`${name}Day`]);
  const time = parseTime(values[`${name}Time`]);
  return day && time ? toInstant(day, time, zone) : "";
}

export function dateTimeProblems<M extends Moment>(name: M, values: Written<M>, t: TFunction) {
  const day = values[`${name}Day`];
  const problems: Record<string, string> = {};
  if (!day.trim()) problems[`${name}Day`] = t("form.required");
  else if (dateProblem(day)) problems[`${name}Day`] = t("exams.wrongDay");
  if (!parseTime(values[`${name}Time`])) problems[`${name}Time`] = t("exams.wrongTime");
  return problems as { readonly [K in keyof Written<M>]?: string };
}
