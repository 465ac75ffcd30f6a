import type { Language } from "@/i18n/texts";

/**
 * A count in the language's notation: "12 408", "12 408", "12,408". Browsers may lack Uzbek, which groups as Russian
 * does (D-52).
 */
export function formatCount(count: number, language: Language): string {
  return new Intl.NumberFormat(language === "uz" ? "ru" : language).format(count);
}

/** A number with at most one decimal: "78,5", "78.5". */
export const formatDecimal = (value: number, language: Language): string =>
  new Intl.NumberFormat(language === "uz" ? "ru" : language, { maximumFractionDigits: 1 }).format(value);

const KILOBYTE = 1024;
const LATIN_UNITS = ["B", "KB", "MB", "GB"];
const UNITS: Record<Language, readonly string[]> = {
  uz: LATIN_UNITS,
  ru: ["Б", "КБ", "МБ", "ГБ"],
  en: LATIN_UNITS,
};

/**
 * A size in bytes as people write it: "812 B", "1,2 KB", "10 МБ", in powers of 1024; decimal sign and unit are the
 * language's.
 */
export function formatSize(bytes: number, language: Language): string {
  const units = UNITS[language];
  let size = bytes;
  let unit = 0;
  while (size >= KILOBYTE && unit < units.length - 1) {
    size /= KILOBYTE;
    unit += 1;
  }
  const format = new Intl.NumberFormat(language === "uz" ? "ru" : language, {
    maximumFractionDigits: size < 10 ? 1 : 0,
  });
  return `${format.format(size)} ${units[unit]}`;
}
