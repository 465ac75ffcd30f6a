/** Days of the statistics, or a study month of the course, in the address (D-89). */
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useZone } from "@/entities/access/use-zone";
import { addDays, isIsoDate, todayIn } from "@/lib/dates";
import { Select } from "@/ui/popover/combobox";

const DAYS = 30;
export type Chosen = { fromDate: string; toDate: string; studyMonthId?: number };

/** The days in the address; without any the last thirty. */
export function useChosenDays() {
  const [search, setSearch] = useSearchParams();
  const today = todayIn(useZone());
  const written = (name: string) => (isIsoDate(search.get(name) ?? undefined) ? search.get(name) : null);
  const toDate = written("to") ?? today;
  const fromDate = written("from") ?? addDays(toDate, -DAYS);
  const month = Number(search.get("studyMonth")) || undefined;
  const put = (values: Record<string, string>) =>
    setSearch(
      (before) => {
        before.delete("page");
        for (const [name, value] of Object.entries(values)) {
          if (value) before.set(name, value);
          else before.delete(name);
        }
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  const query: Chosen = month === undefined ? { fromDate, toDate } : { fromDate, toDate, studyMonthId: month };
  return { query, search, put };
}

type PeriodFieldsProps = {
  of: Chosen;
  months: readonly { id: number; name: string }[];
  put: (values: Record<string, string>) => void;
};

export function PeriodFields({ of: chosen, months, put }: PeriodFieldsProps) {
  const { t } = useTranslation();
  const free = chosen.studyMonthId === undefined;
  return (
    <>
      {free ? (
        <>
          <DayInput
            label={t("homework.statistics.from")}
            value={chosen.fromDate}
            max={chosen.toDate}
            onChange={(from) => put({ from, to: chosen.toDate })}
          />
          <DayInput
            label={t("homework.statistics.to")}
            value={chosen.toDate}
            min={chosen.fromDate}
            onChange={(to) => put({ from: chosen.fromDate, to })}
          />
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

type DayInputProps = { label: string; value: string; onChange: (day: string) => void; min?: string; max?: string };

function DayInput({ label, value, onChange, min, max }: DayInputProps) {
  return (
    <label className="flex items-center gap-2 text-sm text-mut max-sm:flex-1">
      {label}
      <input
        type="date"
        className="field w-40 max-sm:w-full"
        value={value}
        min={min}
        max={max}
        onChange={({ target }) => isIsoDate(target.value) && onChange(target.value)}
      />
    </label>
  );
}
