/** Times to check, in the unit that people would say them in. */
import type { TFunction } from "i18next";
import type { Language } from "@/i18n/texts";
import { formatDecimal } from "@/lib/format/numbers";

export const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3600;
const MINUTE_SECONDS = 60;

/** "45 daq", "9,4 soat", "1,3 kun"; a dash without data. */
export function formatDuration(seconds: number | null, language: Language, t: TFunction): string {
  if (seconds === null) return "—";
  const minutes = Math.round(seconds / MINUTE_SECONDS);
  if (minutes < 60) return t("studyStatistics.minutes", { value: minutes });
  const hours = Math.round((seconds / HOUR_SECONDS) * 10) / 10;
  if (hours < 24) return t("studyStatistics.hours", { value: formatDecimal(hours, language) });
  return t("studyStatistics.days", { value: formatDecimal(seconds / DAY_SECONDS, language) });
}
