/** Leafs through the months that have lessons, or picks a study month of the course (R2-352); both in the address. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useRead } from "@/api/use-read";
import type { Language } from "@/i18n/texts";
import { useLanguage } from "@/i18n/use-language";
import { formatDate, monthLong } from "@/lib/dates";
import { IconButton } from "@/ui/controls/button";
import { Select } from "@/ui/popover/combobox";
import { adjacentMonths, askedStudyMonth, STUDY_MONTH } from "./attendance-month";

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
      <StudyMonthChoice groupId={groupId} chosen={studyMonth} />
    </div>
  );
}

/** The study months that the group has lessons in; nothing where its course has none. */
function StudyMonthChoice({ groupId, chosen }: { groupId: number; chosen: number | undefined }) {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  const { data } = useRead("/groups/{id}/curriculum", { path: { id: groupId } }, { staleTime: 60_000 });
  const held = (data?.months ?? []).filter((one) => one.lessons > 0);
  if (held.length === 0) return null;
  const go = (to: number | undefined) =>
    setSearch((before) => {
      if (to === undefined) before.delete(STUDY_MONTH);
      else before.set(STUDY_MONTH, String(to));
      return before;
    });
  return (
    <span className="w-48 max-sm:w-full">
      <Select
        label={t("journal.studyMonth")}
        value={chosen}
        onChange={go}
        clearable
        options={held.map(({ id, number, name, first, last }) => ({
          value: id,
          label: name || t("journal.studyMonthOf", { number }),
          hint: first && last ? `${formatDate(first)} – ${formatDate(last)}` : undefined,
        }))}
      />
    </span>
  );
}
