/** The period of a page of statistics, in the address: a week, a month or other days. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { formatDate, isIsoDate, todayIn } from "@/lib/dates";
import { IconButton } from "@/ui/controls/button";
import { Segmented } from "@/ui/controls/segmented";
import { cx } from "@/ui/cx";
import { FilterDay } from "@/ui/list/filters/filter-day";
import { useAddressFilters } from "@/ui/list/use-paged-address";
import { faultOf, KINDS, kindOf, LONGEST, type PeriodKind, periodAround, stepped } from "./period";
import type { Days } from "./place";

export type ChosenPeriod = {
  days: Days;
  kind: PeriodKind;
  today: string;
  fault: ReturnType<typeof faultOf>;
  choose: (days: Days, other?: boolean) => void;
};

/** The period in the address; without any the present month. `choose` begins at the first page. */
export function useChosenPeriod(): ChosenPeriod {
  const { search, put } = useAddressFilters();
  const today = todayIn(useZone());
  const [from, to] = [search.get("from") ?? "", search.get("to") ?? ""];
  const month = periodAround("month", today, today);
  const days = isIsoDate(from) && isIsoDate(to) ? { fromDate: from, toDate: to } : month;
  // Other days may be those of a week by chance: the fields stay open while they are typed in.
  const kind = search.has("days") ? "other" : kindOf(days, today);
  const choose = (next: Days, other = false) => {
    const usual = !other && next.fromDate === month.fromDate && next.toDate === month.toDate;
    put({ from: usual ? "" : next.fromDate, to: usual ? "" : next.toDate, days: other ? "other" : "" });
  };
  return { days, kind, today, fault: faultOf(days), choose };
}

export function PeriodSwitcher({ of: { days, kind, today, fault, choose } }: { of: ChosenPeriod }) {
  const { t } = useTranslation();
  const step = (by: 1 | -1) => choose(stepped(days, by, today), kind === "other");
  // The end is a day of the period that is surely not to come.
  const to = (next: PeriodKind) =>
    next === "other"
      ? choose(days, true)
      : choose(periodAround(next, days.toDate < today ? days.toDate : today, today));
  // On a phone two typed days need the whole width.
  const arrow = cx("border border-line-strong bg-surface", kind === "other" && "max-sm:hidden");
  const day = (name: "fromDate" | "toDate") => (
    <FilterDay
      label={t(`studyStatistics.period.${name}`)}
      day={days[name]}
      onChange={(chosen) => chosen && choose({ ...days, [name]: chosen }, true)}
      className="w-36 max-sm:flex-1"
    />
  );
  return (
    <div className="flex flex-wrap items-center gap-3 max-sm:w-full sm:justify-end">
      <div className="flex items-center gap-1.5 max-sm:w-full">
        <IconButton
          icon={ChevronLeft}
          label={t("studyStatistics.period.previous")}
          disabled={fault !== null}
          className={arrow}
          onClick={() => step(-1)}
        />
        {kind === "other" ? (
          <>
            {day("fromDate")}
            <span aria-hidden className="text-mut">
              –
            </span>
            {day("toDate")}
          </>
        ) : (
          <output className="field inline-flex w-auto items-center justify-center font-[550] text-ink-strong max-sm:flex-1">
            {formatDate(days.fromDate)} – {formatDate(days.toDate)}
          </output>
        )}
        <IconButton
          icon={ChevronRight}
          label={t("studyStatistics.period.next")}
          disabled={fault !== null || days.toDate >= today}
          className={arrow}
          onClick={() => step(1)}
        />
      </div>
      <Segmented
        label={t("studyStatistics.period.title")}
        value={kind}
        onChange={to}
        options={KINDS.map((value) => ({ value, label: t(`studyStatistics.period.${value}`) }))}
      />
      {fault ? (
        <p role="alert" className="basis-full text-sm text-bad sm:text-right">
          {t(`studyStatistics.period.${fault}`, { limit: LONGEST })}
        </p>
      ) : null}
    </div>
  );
}
