import { useLanguage } from "@/i18n/use-language";
import { formatKpi } from "@/lib/format/percent";

/** A share in percent as a bar and in figures; a dash without data. */
export function PercentBar({ percent }: { percent: number | null | undefined }) {
  const language = useLanguage();
  if (percent === null || percent === undefined) return "—";
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <span aria-hidden className="h-1.5 w-9 overflow-hidden rounded-full bg-line">
        <span
          className="block h-full rounded-full bg-bar"
          style={{ width: `${Math.max(0, Math.min(100, percent))}%` }}
        />
      </span>
      <span className="w-11 text-right tabular-nums">{formatKpi(percent, language)}</span>
    </span>
  );
}
