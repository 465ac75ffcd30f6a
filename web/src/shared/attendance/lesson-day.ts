import { DateTime } from "luxon";
import { type CalendarLanguage, monthWide, weekdayWide } from "@/shared/text/calendar";

/** A lesson's local day with its weekday: "Juma, 20-noyabr", "Пятница, 20 ноября", "Friday, 20 November". */
export function formatLessonDay(day: string, language: CalendarLanguage): string {
  const at = DateTime.fromISO(day, { zone: "utc" });
  if (!at.isValid) return day;
  const written =
    language === "uz"
      ? `${weekdayWide(at.weekday)}, ${at.day}-${monthWide(at.month)}`
      : at.setLocale(language).toFormat("cccc, d MMMM");
  return written.charAt(0).toLocaleUpperCase(language) + written.slice(1);
}
