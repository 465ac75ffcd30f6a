/** Whether an address's last part is a day of the calendar: "2026-11-20". */
export function isDay(text: string | undefined): boolean {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  // the 31st of February is another day
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
