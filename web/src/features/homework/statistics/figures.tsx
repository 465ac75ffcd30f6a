/** Figures of homework: counts by status, the mean score, the share of accepted work. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { Answer } from "@/api/request";
import type { Language } from "@/i18n/texts";
import { useLanguage } from "@/i18n/use-language";
import { formatDecimal } from "@/lib/format/numbers";
import { formatKpi } from "@/lib/format/percent";
import type { Column } from "@/ui/table/columns";

export type Figures = Answer<"get", "/homework-statistics/groups/{id}">["figures"];

const COUNTS = ["accepted", "waiting", "rejected", "uncompleted"] as const;
/** The figures that sort the lists (R2-195). */
export const SORTS = ["averageScore", ...COUNTS] as const;

export function FigureTiles({ of: { counts, averageScore, percentage } }: { of: Figures }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const tiles = [
    { name: t("homework.statistics.percentage"), value: formatKpi(percentage, language) },
    { name: t("homework.statistics.averageScore"), value: formatScore(averageScore, language) },
    ...COUNTS.map((name) => ({ name: t(`homework.statistics.${name}`), value: String(counts[name]) })),
    { name: t("homework.statistics.notDue"), value: String(counts.notDue) },
  ];
  return (
    <dl className="card mb-4 grid grid-cols-7 divide-x divide-line-soft max-lg:grid-cols-4 max-lg:gap-y-2 max-sm:grid-cols-2">
      {tiles.map(({ name, value }) => (
        <div key={name} className="flex flex-col-reverse px-4 py-2.5 max-lg:first:col-span-2">
          <dt className="text-xs text-mut">{name}</dt>
          <dd className="text-lg font-[650] text-ink-strong tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The figures of a row as columns: those that sort, what is not due yet, the percentage. */
export const figureColumns = <R extends { figures: Figures }>(t: TFunction, language: Language): Column<R>[] => [
  {
    id: "averageScore",
    header: t("homework.statistics.averageScore"),
    align: "right",
    sort: "averageScore",
    first: "desc",
    cell: ({ figures }) => formatScore(figures.averageScore, language),
  },
  ...COUNTS.map(
    (count): Column<R> => ({
      id: count,
      header: t(`homework.statistics.${count}`),
      align: "right",
      sort: count,
      first: "desc",
      cell: ({ figures }) => figures.counts[count],
    }),
  ),
  {
    id: "notDue",
    header: t("homework.statistics.notDue"),
    align: "right",
    cell: ({ figures }) => <span className="text-mut">{figures.counts.notDue}</span>,
  },
  {
    id: "percentage",
    header: t("homework.statistics.percentage"),
    align: "right",
    cell: ({ figures }) => formatKpi(figures.percentage, language),
  },
];

/** The counts of a card that are not zero, in words. */
export const countsLine = ({ counts }: Figures, t: TFunction): string =>
  [...COUNTS, "notDue" as const]
    .filter((count) => counts[count] > 0)
    .map((count) => `${t(`homework.statistics.${count}`)} ${counts[count]}`)
    .join(" · ");

export const formatScore = (score: number | null, language: Language): string =>
  score === null ? "—" : formatDecimal(score, language);
