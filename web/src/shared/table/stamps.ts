/**
 * Instants as the day and the hour of a zone, by the browser's own calendar: a list and the header need no date
 * library (shared/text/calendar has the words of months and weekdays). Days are local YYYY-MM-DD (D-6).
 */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const two = "2-digit" as const;
  const made = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    year: "numeric",
    month: two,
    day: two,
    hour: two,
    minute: two,
    hourCycle: "h23",
  });
  formats.set(zone, made);
  return made;
}

export interface Stamp {
  /** YYYY-MM-DD */
  day: string;
  /** HH:mm */
  time: string;
}

/** null for what is no instant. */
export function stampOf(instant: string | Date | null | undefined, zone: string): Stamp | null {
  const at = new Date(instant ?? Number.NaN);
  if (Number.isNaN(at.getTime())) return null;
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return { day: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
}

/** DD.MM.YYYY of a day; an empty text for what is no day. */
export function dayWords(day: string | null | undefined): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? "");
  return parts ? `${parts[3]}.${parts[2]}.${parts[1]}` : "";
}

/** DD.MM.YYYY of an instant; an empty text for what is none. */
export function instantDay(instant: string | null | undefined, zone: string): string {
  return dayWords(stampOf(instant, zone)?.day);
}

/** DD.MM.YYYY HH:mm of an instant; an empty text for what is none. */
export function instantWords(instant: string | null | undefined, zone: string): string {
  const stamp = stampOf(instant, zone);
  return stamp ? `${dayWords(stamp.day)} ${stamp.time}` : "";
}

export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
