/** Leafs through the months that have lessons, or picks a study month of the course (R2-352); both in the address. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { askedStudyMonth, STUDY_MONTH } from "@/entities/groups/study-month";
import { StudyMonthSelect } from "@/entities/groups/study-month-select";
import type { Language } from "@/i18n/texts";
import { useLanguage } from "@/i18n/use-language";
import { monthLong } from "@/lib/dates";
import { IconButton } from "@/ui/controls/button";
import { Select } from "@/ui/popover/combobox";
import { adjacentMonths } from "./attendance-month";

/** "Noyabr 2026" of `2026-11`. */
export function monthName(month: string, language: Language): string {
  const name = monthLong(Number(month.slice(5)), language);
  return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)} ${month.slice(0, 4)}`;
}

type MonthChoiceProps = { groupId: number; month: string; months: readonly string[] };

export function MonthChoice({ groupId, month, months }: MonthChoiceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [search, setSearch] = useSearchParams();
  const studyMonth = askedStudyMonth(search);
  const { earlier, later } = adjacentMonths(months, month);
  const go = (to: string | undefined) => {
    if (!to) return;
    setSearch((before) => {
      before.set("month", to);
      before.delete(STUDY_MONTH);
      return before;
    });
  };
  const all = [...new Set([...months, month])].sort();
  return (
    <div className="flex flex-wrap items-center gap-1 max-sm:w-full">
      <IconButton icon={ChevronLeft} label={t("journal.earlier")} disabled={!earlier} onClick={() => go(earlier)} />
      <span className="w-44 max-sm:flex-1">
        <Select
          label={t("journal.month")}
          value={studyMonth === undefined ? month : undefined}
          onChange={go}
          options={all.map((one) => ({ value: one, label: monthName(one, language) }))}
        />
      </span>
      <IconButton icon={ChevronRight} label={t("journal.later")} disabled={!later} onClick={() => go(later)} />
      <StudyMonthSelect groupId={groupId} />
    </div>
  );
}
