/** Days of the statistics, or a study month of the course, in the address (D-89). */
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { addDays, isIsoDate, todayIn } from "@/lib/dates";
import { FilterDay } from "@/ui/list/filters/filter-day";
import { type PutValues, useAddressFilters } from "@/ui/list/use-paged-address";
import { Select } from "@/ui/popover/combobox";
import { faultOf, LONGEST } from "./period";
import type { Days } from "./place";

const DAYS = 30;

type DayRangeProps = { days: Days; onChange: (days: Days) => void };

/** Both ends of a period, each as it was chosen, and what is wrong with them (D-89). */
export function DayRange({ days, onChange }: DayRangeProps) {
  const { t } = useTranslation();
  const fault = faultOf(days);
  const end = (name: "fromDate" | "toDate", label: string) => (
    <FilterDay
      label={label}
      day={days[name]}
      onChange={(day) => day && onChange({ ...days, [name]: day })}
      className="w-36 max-sm:flex-1"
    />
  );
  return (
    <>
      <div className="flex items-center gap-2 max-sm:w-full">
        {end("fromDate", t("homework.statistics.from"))}
        <span aria-hidden className="text-mut">
          –
        </span>
        {end("toDate", t("homework.statistics.to"))}
      </div>
      {fault ? (
        <p role="alert" className="text-sm text-bad">
          {t(`homework.statistics.${fault}`, { limit: LONGEST })}
        </p>
      ) : null}
    </>
  );
}

export type Chosen = { fromDate: string; toDate: string; studyMonthId?: number };

/** The days in the address; without any, and for a study month, the last thirty. `refused`: a read would be rejected. */
export function useChosenDays() {
  const { search, put } = useAddressFilters();
  const today = todayIn(useZone());
  const month = Number(search.get("studyMonth")) || undefined;
  const written = (name: string) =>
    month === undefined && isIsoDate(search.get(name) ?? undefined) ? search.get(name) : null;
  const toDate = written("to") ?? today;
  const fromDate = written("from") ?? addDays(toDate, -DAYS);
  const query: Chosen = month === undefined ? { fromDate, toDate } : { fromDate, toDate, studyMonthId: month };
  return { query, refused: faultOf(query) !== null, search, put };
}

const PERIODS = ["today", "month", "days30"] as const;
type Period = (typeof PERIODS)[number];

/** The days of a named period that ends today. */
export function daysOfPeriod(period: Period, today: string): { from: string; to: string } {
  const from = { today, month: `${today.slice(0, 7)}-01`, days30: addDays(today, -DAYS) }[period];
  return { from, to: today };
}

type PeriodFieldsProps = {
  of: Chosen;
  months: readonly { id: number; name: string }[];
  put: PutValues;
};

export function PeriodFields({ of: chosen, months, put }: PeriodFieldsProps) {
  const { t } = useTranslation();
  const today = todayIn(useZone());
  const free = chosen.studyMonthId === undefined;
  const isChosen = (period: Period) => {
    const { from, to } = daysOfPeriod(period, today);
    return from === chosen.fromDate && to === chosen.toDate;
  };
  return (
    <>
      {free ? (
        <>
          <div className="w-52 max-sm:w-full">
            <Select
              label={t("homework.statistics.period")}
              placeholder={t("homework.statistics.period")}
              value={PERIODS.find(isChosen)}
              onChange={(period) => period && put(daysOfPeriod(period, today))}
              options={PERIODS.map((one) => ({ value: one, label: t(`homework.statistics.periods.${one}`) }))}
            />
          </div>
          <DayRange days={chosen} onChange={({ fromDate, toDate }) => put({ from: fromDate, to: toDate })} />
        </>
      ) : null}
      {months.length > 0 ? (
        <div className="w-56 max-sm:w-full">
          <Select
            label={t("homework.statistics.studyMonth")}
            placeholder={t("homework.statistics.studyMonth")}
            clearable
            value={chosen.studyMonthId}
            onChange={(id) => put({ studyMonth: id ? String(id) : "" })}
            options={months.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
      ) : null}
    </>
  );
}
