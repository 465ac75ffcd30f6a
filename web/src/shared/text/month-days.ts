/** The days of a month as a calendar lays them out: weeks begin with Monday. Days are YYYY-MM-DD. */

export interface Month {
  year: number;
  /** 1…12 */
  month: number;
}

const iso = (at: Date) => at.toISOString().slice(0, 10);
const WEEK = 7;

export const monthOf = (day: string): Month => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) });

/** The weeks of a month; the days of its neighbours are empty places. */
export function weeksOf({ year, month }: Month): (string | null)[][] {
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const before = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + WEEK - 1) % WEEK;
  const places = Array.from({ length: Math.ceil((before + days) / WEEK) * WEEK }, (_, place) => place - before + 1);
  const cells = places.map((number) =>
    number >= 1 && number <= days ? iso(new Date(Date.UTC(year, month - 1, number))) : null,
  );
  return Array.from({ length: cells.length / WEEK }, (_, week) => cells.slice(week * WEEK, (week + 1) * WEEK));
}

/** So many days later, or earlier. */
export function daysAfter(day: string, count: number): string {
  const { year, month } = monthOf(day);
  return iso(new Date(Date.UTC(year, month - 1, Number(day.slice(8)) + count)));
}

/** The same day of another month, or that month's last. */
export function monthsAfter(day: string, count: number): string {
  const { year, month } = monthOf(day);
  const last = new Date(Date.UTC(year, month + count, 0));
  last.setUTCDate(Math.min(Number(day.slice(8)), last.getUTCDate()));
  return iso(last);
}

export const within = (day: string, min: string, max: string): string => (day < min ? min : day > max ? max : day);
