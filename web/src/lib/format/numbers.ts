import type { Language } from "@/i18n/texts";

/**
 * A count in the language's notation: "12 408", "12 408", "12,408". Browsers may lack Uzbek, which groups as Russian
 * does (D-52).
 */
export function formatCount(count: number, language: Language): string {
  return new Intl.NumberFormat(language === "uz" ? "ru" : language).format(count);
}
