import type { TFunction } from "i18next";
import { dayBefore, dayWords, stampOf } from "@/shared/table/stamps";

/** When something was, as people say it: "Bugun, 08:15", "Kecha, 19:40", "03.09.2026, 08:15". */
export function whenWords(instant: string, now: Date, zone: string, t: TFunction): string {
  const at = stampOf(instant, zone);
  const today = stampOf(now, zone)?.day;
  if (!at || !today) return "";
  const { day, time } = at;
  if (day === today) return t("lastSync.today", { time });
  if (day === dayBefore(today)) return t("lastSync.yesterday", { time });
  return `${dayWords(day)}, ${time}`;
}
