/** The homework of a group in two parts: waiting for checking, and checked. */
import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useZone } from "@/entities/access/use-zone";
import type { TabProps } from "@/entities/groups/group-tabs";
import { useLanguage } from "@/i18n/use-language";
import { formatDate, formatDateTime, toMillis } from "@/lib/dates";
import { formatDecimal } from "@/lib/format/numbers";
import { StatusTag } from "@/ui/display/status-tag";
import { type HomeworkRow, lessonPath } from "../homework-paths";
import { HomeworkMenu } from "./homework-menu";

type Totals = { waiting: number; works: number; checked: number };
type HomeworkListProps = { at: TabProps; rows: readonly HomeworkRow[]; totals: Totals };

export function HomeworkList({ at, rows, totals }: HomeworkListProps) {
  const { t } = useTranslation();
  const waiting = rows.filter((row) => row.counts.waiting > 0);
  const checked = rows.filter((row) => row.counts.waiting === 0);
  return (
    <div className="grid grid-cols-1 gap-5">
      {waiting.length > 0 ? (
        <Part title={t("homework.waitingPart")} total={totals.works} at={at} rows={waiting} />
      ) : null}
      {checked.length > 0 ? (
        <Part title={t("homework.checkedPart")} total={totals.checked} at={at} rows={checked} />
      ) : null}
    </div>
  );
}

function Part({
  title,
  total,
  at,
  rows,
}: {
  title: string;
  total: number;
  at: TabProps;
  rows: readonly HomeworkRow[];
}) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-base font-[650] text-ink-strong">
        {title} <span className="ml-1 font-normal text-mut tabular-nums">{total}</span>
      </h2>
      <ul className="card divide-y divide-line-soft">
        {rows.map((row) => (
          <li key={row.id} className="flex items-center gap-1 pr-2">
            <Link
              to={lessonPath(at, row)}
              className="flex min-h-14 min-w-0 flex-1 items-center gap-3 px-4 py-2.5 hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="line-clamp-1 font-[550] text-ink-strong">{titleOf(row)}</span>
                <span className="block text-sm text-mut">
                  <Line of={row} />
                </span>
              </span>
              <Aside of={row} />
              <ChevronRight aria-hidden size={18} className="shrink-0 text-mut" />
            </Link>
            <HomeworkMenu at={at} homework={row} name={titleOf(row)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The topic, else the first line of the text. */
export const titleOf = (row: Pick<HomeworkRow, "topic" | "description">): string =>
  row.topic ?? (row.description.split("\n")[0] || row.description);

function Line({ of: row }: { of: HomeworkRow }) {
  const { t } = useTranslation();
  const zone = useZone();
  const language = useLanguage();
  const parts = [t("homework.lessonOf", { number: row.lessonNumber }), formatDate(row.lessonDate)];
  if (row.variants > 0) parts.push(t("homework.variantCount", { total: row.variants }));
  const isOpen = toMillis(row.deadline) > Date.now();
  if (isOpen) parts.push(t("homework.until", { when: formatDateTime(row.deadline, zone) }));
  else if (row.averageScore !== null)
    parts.push(t("homework.average", { score: formatDecimal(row.averageScore, language) }));
  parts.push(t("homework.handedInOf", { count: row.handedIn, total: row.counts.given }));
  return parts.join(" · ");
}

function Aside({ of: { counts } }: { of: HomeworkRow }) {
  const { t } = useTranslation();
  if (counts.waiting > 0) return <StatusTag tone="warn">{t("homework.works", { total: counts.waiting })}</StatusTag>;
  return (
    <span className="shrink-0 text-right text-sm text-mut tabular-nums max-sm:max-w-24">
      {t("homework.acceptedOf", { count: counts.accepted, total: counts.given })}
    </span>
  );
}
