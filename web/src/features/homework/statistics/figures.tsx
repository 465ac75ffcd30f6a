/** Figures of homework: counts by status, the mean score, the share of accepted work. */
import { useTranslation } from "react-i18next";
import type { Answer } from "@/api/request";
import type { Language } from "@/i18n/texts";
import { useLanguage } from "@/i18n/use-language";
import { formatDecimal } from "@/lib/format/numbers";
import { formatKpi } from "@/lib/format/percent";

export type Figures = Answer<"get", "/homework-statistics/groups/{id}">["figures"];

const COUNTS = ["accepted", "waiting", "rejected", "uncompleted"] as const;

export function FigureTiles({ of: { counts, averageScore, percentage } }: { of: Figures }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const tiles = [
    { name: t("homework.statistics.percentage"), value: formatKpi(percentage, language) },
    { name: t("homework.statistics.averageScore"), value: formatScore(averageScore, language) },
    ...COUNTS.map((name) => ({ name: t(`homework.statistics.${name}`), value: String(counts[name]) })),
  ];
  return (
    <dl className="card mb-4 grid grid-cols-6 divide-x divide-line-soft max-lg:grid-cols-3 max-lg:gap-y-2 max-sm:grid-cols-2">
      {tiles.map(({ name, value }) => (
        <div key={name} className="flex flex-col-reverse px-4 py-2.5">
          <dt className="text-xs text-mut">{name}</dt>
          <dd className="text-lg font-[650] text-ink-strong tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export const formatScore = (score: number | null, language: Language): string =>
  score === null ? "—" : formatDecimal(score, language);
