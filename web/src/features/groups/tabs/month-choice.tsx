/** Leafs through the months that have lessons; the month is in the address. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { monthWide } from "@/shared/text/calendar";
import type { Language } from "@/shared/texts/texts";
import { useLanguage } from "@/shared/texts/use-language";
import { IconButton } from "@/shared/ui/button";
import { Select } from "@/shared/ui/combobox";
import { beside } from "./attendance-month";

/** "Noyabr 2026" of `2026-11`. */
export function monthName(month: string, language: Language): string {
  const name = monthWide(Number(month.slice(5)), language);
  return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)} ${month.slice(0, 4)}`;
}

export function MonthChoice({ month, months }: { month: string; months: readonly string[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [, setSearch] = useSearchParams();
  const { earlier, later } = beside(months, month);
  const go = (to: string | undefined) => {
    if (!to) return;
    setSearch((before) => {
      before.set("month", to);
      return before;
    });
  };
  const all = [...new Set([...months, month])].sort();
  return (
    <div className="flex items-center gap-1 max-sm:w-full">
      <IconButton icon={ChevronLeft} label={t("journal.earlier")} disabled={!earlier} onClick={() => go(earlier)} />
      <span className="w-44 max-sm:flex-1">
        <Select
          label={t("journal.month")}
          value={month}
          onChange={go}
          options={all.map((one) => ({ value: one, label: monthName(one, language) }))}
        />
      </span>
      <IconButton icon={ChevronRight} label={t("journal.later")} disabled={!later} onClick={() => go(later)} />
    </div>
  );
}
