/** Entries of the ledger: a table, on a phone cards. A correction shows its reversal and new award below it. */
import type { TFunction } from "i18next";
import {
  BookOpenCheck,
  CalendarCheck,
  FileCheck,
  Gift,
  type LucideIcon,
  School,
  ShoppingBag,
  Trophy,
  Undo2,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { useLanguage } from "@/i18n/use-language";
import { formatDate, formatDateTime } from "@/lib/dates";
import { formatCount } from "@/lib/format/numbers";
import { usePhone } from "@/lib/use-phone";
import { cx } from "@/ui/cx";
import { StatusTag } from "@/ui/display/status-tag";
import { achievedOf, detailsOf, type Entry, lineOf, makerOf, plain, signed } from "./entry-words";

const ICONS: Record<Entry["cause"], LucideIcon> = {
  lesson: CalendarCheck,
  homework: BookOpenCheck,
  exam_participation: FileCheck,
  exam_pass: FileCheck,
  by_hand: Gift,
  event: Trophy,
  school: School,
  order: ShoppingBag,
};

export function EarningEntries({ entries }: { entries: readonly Entry[] }) {
  const phone = usePhone();
  return phone ? <EntryCards entries={entries} /> : <EntryTable entries={entries} />;
}

function EntryTable({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation();
  const number = "px-2 text-right font-[550]";
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{t("earnings.title")}</caption>
        <thead className="border-b border-line text-left text-xs text-mut">
          <tr>
            <th className="py-2 pr-2 font-[550]">{t("earnings.time")}</th>
            <th className="px-2 font-[550]">{t("earnings.cause")}</th>
            <th className={number}>XP</th>
            <th className={number}>{t("earnings.silver")}</th>
            <th className={cx(number, "pr-0")}>{t("earnings.silverAfter")}</th>
          </tr>
        </thead>
        {entries.map((entry) => (
          <EntryRows key={entry.id} entry={entry} />
        ))}
      </table>
    </div>
  );
}

function EntryRows({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const zone = useZone();
  const language = useLanguage();
  const number = (value: number) => formatCount(value, language);
  const quiet = entry.corrected && "text-mut";
  return (
    <tbody className="border-b border-line align-top">
      <tr>
        <td className="py-2 pr-2 text-xs whitespace-nowrap text-mut">{formatDateTime(entry.at, zone)}</td>
        <td className="px-2 py-2">
          <Cause entry={entry} />
        </td>
        <td className={cx("px-2 py-2 text-right font-[600] whitespace-nowrap", quiet)}>{signed(entry.xp, number)}</td>
        <td className={cx("px-2 py-2 text-right font-[600] whitespace-nowrap", quiet)}>
          {signed(entry.silver, number)}
        </td>
        <td className="py-2 pl-2 text-right text-mut">{plain(entry.silverAfter, number)}</td>
      </tr>
      {entry.parts.map((part) => (
        <tr key={part.kind} className="text-xs text-mut">
          <td />
          <td className="border-l border-line-strong px-3 pb-2">{partLine(entry, part, zone, t)}</td>
          <td className="px-2 pb-2 text-right whitespace-nowrap">{signed(part.xp, number)}</td>
          <td className="px-2 pb-2 text-right whitespace-nowrap">{signed(part.silver, number)}</td>
          <td />
        </tr>
      ))}
      {entry.kind === "correction" && entry.parts.length === 1 ? (
        <tr className="text-xs text-mut">
          <td />
          <td className="border-l border-line-strong px-3 pb-2">
            {t("earnings.lines.award")} · {t("earnings.noAward")}
          </td>
          <td className="px-2 pb-2 text-right">—</td>
          <td className="px-2 pb-2 text-right">—</td>
          <td />
        </tr>
      ) : null}
    </tbody>
  );
}

function EntryCards({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation();
  const zone = useZone();
  const language = useLanguage();
  const number = (value: number) => formatCount(value, language);
  return (
    <ol aria-label={t("earnings.title")} className="grid gap-2">
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-1.5 rounded-md bg-sunken px-3 py-2 text-sm tabular-nums">
          <Cause entry={entry} />
          <p className="flex flex-wrap justify-between gap-x-3">
            <span className="text-xs text-mut">{formatDateTime(entry.at, zone)}</span>
            <span className={cx("font-[600]", entry.corrected && "text-mut")}>
              {signed(entry.xp, number)} XP · {signed(entry.silver, number)} → {plain(entry.silverAfter, number)}
            </span>
          </p>
          {entry.parts.map((part) => (
            <p key={part.kind} className="flex flex-wrap justify-between gap-x-3 pl-3 text-xs text-mut">
              <span>{partLine(entry, part, zone, t)}</span>
              <span>
                {signed(part.xp, number)} XP · {signed(part.silver, number)}
              </span>
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}

function Cause({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const Icon = entry.kind === "correction" ? Undo2 : ICONS[entry.cause];
  return (
    <div className="flex items-start gap-2">
      <Icon aria-hidden size={16} strokeWidth={1.8} className="mt-0.5 shrink-0 text-mut" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
          <span className={cx("font-[600] text-ink-strong", entry.corrected && "text-mut line-through")}>
            {lineOf(entry, t)}
          </span>
          {entry.kind === "correction" ? <StatusTag tone="info">{t("earnings.correction")}</StatusTag> : null}
          {entry.corrected ? <StatusTag tone="quiet">{t("earnings.corrected")}</StatusTag> : null}
          {entry.reached ? <StatusTag tone="good">{t("earnings.reached", { number: entry.reached })}</StatusTag> : null}
        </p>
        <p className="text-xs text-mut [overflow-wrap:anywhere]">
          {[detailsOf(entry, t), makerOf(entry, t)].filter(Boolean).join(" · ")}
        </p>
      </div>
    </div>
  );
}

/** *Earlier award reversed · score 64, satisfactory, 19.11.2026*. */
function partLine(entry: Entry, part: Entry["parts"][number], zone: string, t: TFunction) {
  const achieved = achievedOf(part.details, part.achievement, t);
  const day = part.kind === "reversal" ? formatDate(part.at, zone) : null;
  const facts = [achieved, day].filter(Boolean).join(", ");
  return [t(`earnings.lines.${part.kind}`), facts || detailsOf({ ...entry, details: part.details }, t)]
    .filter(Boolean)
    .join(" · ");
}
