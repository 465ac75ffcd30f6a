/** The KPIs of a group: attendance, homework and exams (D-27); a dash where there is nothing to count yet. */
import { useTranslation } from "react-i18next";
import type { GroupRow } from "@/api/types";
import { useLanguage } from "@/i18n/use-language";
import { formatKpi } from "@/lib/format/percent";
import { cx } from "@/ui/cx";

const KPIS = ["attendanceKpi", "homeworkKpi", "examKpi"] as const;

export function GroupKpis({ of: group }: { of: Pick<GroupRow, (typeof KPIS)[number]> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <dl className="card grid grid-cols-3 divide-x divide-line max-sm:w-full">
      {KPIS.map((name) => {
        const missing = group[name] === null ? t(`kit.missing.${name}`) : undefined;
        return (
          <div
            key={name}
            className="flex min-w-28 flex-col-reverse px-4 py-2 max-sm:min-w-0 max-sm:px-3"
            title={missing}
          >
            <dt className="text-xs text-mut [overflow-wrap:anywhere]">{t(`groups.columns.${name}`)}</dt>
            <dd className={cx("text-lg leading-6 font-[650] tabular-nums", missing ? "text-mut" : "text-ink-strong")}>
              {formatKpi(group[name], language)}
              {missing ? <span className="sr-only">{missing}</span> : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
