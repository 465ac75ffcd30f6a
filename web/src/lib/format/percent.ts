/** A percentage with one decimal in the language's notation, a dash without data (D-27). */
import type { CalendarLanguage } from "@/lib/dates";

export function formatKpi(kpi: number | null | undefined, language: CalendarLanguage): string {
  if (kpi === null || kpi === undefined) return "—";
  const rounded = kpi.toFixed(1);
  return `${language === "en" ? rounded : rounded.replace(".", ",")}%`;
}
