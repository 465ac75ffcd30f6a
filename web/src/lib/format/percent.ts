/** Percentages with one decimal in the language's notation (D-27). */
import type { CalendarLanguage } from "@/lib/dates";

/** A dash without data. */
export const formatKpi = (kpi: number | null | undefined, language: CalendarLanguage): string =>
  formatKnownKpi(kpi, language) ?? "—";

export function formatKnownKpi(kpi: number | null | undefined, language: CalendarLanguage): string | null {
  if (kpi === null || kpi === undefined) return null;
  const rounded = kpi.toFixed(1);
  return `${language === "en" ? rounded : rounded.replace(".", ",")}%`;
}
