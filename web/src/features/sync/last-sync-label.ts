import type { TFunction } from "i18next";
import { addDays, formatDate, formatTime, toIsoDate } from "@/lib/dates";

/** A time as people write it: "Bugun, 08:15", "Kecha, 19:40", "03.09.2026, 08:15". */
export function lastSyncLabel(instant: string, now: Date, zone: string, t: TFunction): string {
  const day = toIsoDate(instant, zone);
  const today = toIsoDate(now, zone);
  if (!day || !today) return "";
  const time = formatTime(instant, zone);
  if (day === today) return t("lastSync.today", { time });
  if (day === addDays(today, -1)) return t("lastSync.yesterday", { time });
  return `${formatDate(day)}, ${time}`;
}
