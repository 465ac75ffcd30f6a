/** A day as people type it, DD.MM.YYYY, and as the API takes it. */

const TYPED = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;

/** `5.3.2026` → `2026-03-05`; null for what is no day of the calendar. */
export function typedDay(text: string): string | null {
  const found = TYPED.exec(text.trim());
  if (!found) return null;
  const [day, month, year] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real && year > 0 ? date.toISOString().slice(0, 10) : null;
}
