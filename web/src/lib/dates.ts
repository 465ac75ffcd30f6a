/**
 * Dates and times of the console, on Luxon: the only module that touches a calendar or a clock.
 * A date is a local YYYY-MM-DD, an instant is ISO 8601 with its offset, a zone is the centre's (D-6). Uzbek names of
 * months and weekdays are data of the project (D-52), because a browser may lack them.
 */
import { DateTime } from "luxon";

export type CalendarLanguage = "uz" | "ru" | "en";
type Instant = string | Date;

const MONTHS = "yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr".split(" ");
const MONTHS_SHORT = "yan fev mar apr may iyn iyl avg sen okt noy dek".split(" ");
const WEEKDAYS = "dushanba seshanba chorshanba payshanba juma shanba yakshanba".split(" ");
/** The server's too (`sync.value.weekdays`), so that a spreadsheet and a screen say the same. */
const WEEKDAYS_SHORT = {
  uz: "Dush Sesh Chor Pay Jum Shan Yak".split(" "),
  ru: "Пн Вт Ср Чт Пт Сб Вс".split(" "),
  en: "Mon Tue Wed Thu Fri Sat Sun".split(" "),
};
const WEEKDAYS_NARROW = "Du Se Ch Pa Ju Sh Ya".split(" ");

const OTHER_MONTHS: Record<string, number> = {
  sentyabr: 9,
  oktyabr: 10,
  январь: 1,
  февраль: 2,
  март: 3,
  апрель: 4,
  май: 5,
  июнь: 6,
  июль: 7,
  август: 8,
  сентябрь: 9,
  октябрь: 10,
  ноябрь: 11,
  декабрь: 12,
};

/** The years that a birth date can have (D-19). */
export const BIRTH_YEARS = { first: 1900, last: 2024 } as const;
/** The years that any other date can be typed in. */
export const ANY_YEARS = { first: 1900, last: 2099 } as const;

/** A date as it is, an instant on the clock of the zone; digits are Latin in every browser. */
function parse(value: Instant, zone = "utc"): DateTime {
  const options = { zone, locale: "en" };
  return value instanceof Date ? DateTime.fromJSDate(value, options) : DateTime.fromISO(value, options);
}

function format(value: Instant | null | undefined, pattern: string, zone?: string): string {
  const at = value ? parse(value, zone) : null;
  return at?.isValid ? at.toFormat(pattern) : "";
}

const toIso = (at: DateTime): string => at.toISODate() ?? "";

// --- Formatting

/** DD.MM.YYYY of a date, or of an instant in a zone; an empty text for anything else. */
export function formatDate(value: Instant | null | undefined, zone?: string): string {
  return format(value, "dd.MM.yyyy", zone);
}

/** HH:mm of an instant in a zone. */
export function formatTime(instant: Instant | null | undefined, zone: string): string {
  return format(instant, "HH:mm", zone);
}

/** DD.MM.YYYY HH:mm of an instant in a zone. */
export function formatDateTime(instant: Instant | null | undefined, zone: string): string {
  return format(instant, "dd.MM.yyyy HH:mm", zone);
}

/** DD MMMM, YYYY in a language: "20 noyabr, 2026", "20 ноября, 2026", "20 November, 2026". */
export function formatLongDate(
  value: Instant | null | undefined,
  language: CalendarLanguage = "uz",
  zone?: string,
): string {
  const at = value ? parse(value, zone) : null;
  if (!at?.isValid) return "";
  if (language !== "uz") return at.setLocale(language).toFormat("dd MMMM, yyyy");
  return `${at.toFormat("dd")} ${monthLong(at.month)}, ${at.toFormat("yyyy")}`;
}

/** A lesson's date with its weekday: "Juma, 20-noyabr", "Пятница, 20 ноября", "Friday, 20 November". */
export function formatLessonDate(date: string, language: CalendarLanguage): string {
  const at = parse(date);
  if (!at.isValid) return date;
  const written =
    language === "uz"
      ? `${weekdayLong(at.weekday)}, ${at.day}-${monthLong(at.month)}`
      : at.setLocale(language).toFormat("cccc, d MMMM");
  return written.charAt(0).toLocaleUpperCase(language) + written.slice(1);
}

// --- Names of months and weekdays

function nameAt(names: string[], number: number): string {
  const found = names[number - 1];
  if (found === undefined) throw new RangeError(`${number} is not within 1…${names.length}`);
  return found;
}

// 2024 begins with a Monday.
const inMonth = (month: number) => DateTime.utc(2024, month, 1);
const onWeekday = (weekday: number) => DateTime.utc(2024, 1, weekday);
const withoutDot = (text: string) => text.replace(/\.$/, "");

/** The month 1…12 in full, standing alone: "sentabr", "сентябрь", "September". */
export function monthLong(month: number, language: CalendarLanguage = "uz"): string {
  const uzbek = nameAt(MONTHS, month);
  return language === "uz" ? uzbek : inMonth(month).setLocale(language).toFormat("LLLL");
}

/** The month 1…12 shortened: "iyn", "июнь", "Jun". */
export function monthShort(month: number, language: CalendarLanguage = "uz"): string {
  const uzbek = nameAt(MONTHS_SHORT, month);
  return language === "uz" ? uzbek : withoutDot(inMonth(month).setLocale(language).toFormat("LLL"));
}

/** The ISO weekday 1 (Monday) … 7 in full: "dushanba", "понедельник", "Monday". */
export function weekdayLong(weekday: number, language: CalendarLanguage = "uz"): string {
  const uzbek = nameAt(WEEKDAYS, weekday);
  return language === "uz" ? uzbek : onWeekday(weekday).setLocale(language).toFormat("cccc");
}

/** The ISO weekday 1 (Monday) … 7 shortened: "Dush", "Пн", "Mon". */
export function weekdayShort(weekday: number, language: CalendarLanguage = "uz"): string {
  return nameAt(WEEKDAYS_SHORT[language], weekday);
}

/** The ISO weekday 1 (Monday) … 7 in two letters, for the heads of calendars: "Du", "Пн", "Mo". */
export function weekdayNarrow(weekday: number, language: CalendarLanguage = "uz"): string {
  return language === "uz" ? nameAt(WEEKDAYS_NARROW, weekday) : weekdayShort(weekday, language).slice(0, 2);
}

/** The number of a month's Uzbek name, full or short, in the older spelling (oktyabr) or in Cyrillic. */
export function parseMonth(text: string): number | null {
  const written = withoutDot(text.trim()).toLowerCase();
  const at = Math.max(MONTHS.indexOf(written), MONTHS_SHORT.indexOf(written));
  if (at >= 0) return at + 1;
  return Object.hasOwn(OTHER_MONTHS, written) ? (OTHER_MONTHS[written] ?? null) : null;
}

// --- Typed dates

/** `5.3.2026` → `2026-03-05`; null for a text that is no date of the calendar. */
export function parseDate(text: string): string | null {
  const found = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text.trim());
  if (!found) return null;
  const [day, month, year] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const date = DateTime.utc(year, month, day);
  return date.isValid && year > 0 ? toIso(date) : null;
}

/** Why a typed date can't be read: its form, or a day that no calendar has, such as 31.02.2005. */
export function dateProblem(text: string): "format" | "noSuchDay" | null {
  if (parseDate(text)) return null;
  return /^\d{1,2}[./-]\d{1,2}[./-]\d{4}$/.test(text.trim()) ? "noSuchDay" : "format";
}

/** True for a date of the calendar as YYYY-MM-DD: "2026-11-20", not "2026-02-31". */
export function isIsoDate(text: string | undefined): boolean {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && parse(text).isValid;
}

type Years = { first: number; last: number };

/** Two digits of a day or a month up to a maximum; a first digit that can't begin one is padded with a zero. */
function twoDigits(digits: string, maximum: number): { text: string; rest: string; complete: boolean } {
  const [first = "", second = ""] = digits;
  if (Number(first) > Math.floor(maximum / 10)) return { text: `0${first}`, rest: digits.slice(1), complete: true };
  if (!second) return { text: first, rest: "", complete: false };
  const number = Number(first + second);
  // A digit that goes too far is dropped; what follows it is not guessed.
  if (number > maximum || number === 0) return { text: first, rest: "", complete: false };
  return { text: first + second, rest: digits.slice(2), complete: true };
}

function yearDigits(digits: string, { first, last }: Years): string {
  let text = "";
  for (const digit of digits.slice(0, 4)) {
    const next = text + digit;
    const [from, to] = [next.padEnd(4, "0"), next.padEnd(4, "9")].map(Number) as [number, number];
    if (to < first || from > last) break;
    text = next;
  }
  return text;
}

/** Pads a single digit that a dot, a dash or a slash completes: 5.3. is 05.03. */
function padded(text: string): string {
  return text
    .split(/[.\-/\s]+/)
    .map((part, at, parts) =>
      at < 2 && at < parts.length - 1 && part.length === 1 && part !== "0" ? `0${part}` : part,
    )
    .join("");
}

/** HH:MM of a typed time of day: 9, 930, 9.30 and 09:30 are one; null for what is none. */
export function parseTime(text: string): string | null {
  const found = /^(\d{1,2})(?:[:. ]?(\d{2}))?$/.exec(text.trim());
  const [hours, minutes] = [Number(found?.[1]), Number(found?.[2] ?? 0)];
  if (!found || hours > 23 || minutes > 59) return null;
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}

/** The instant of a day (YYYY-MM-DD) and a time of day (HH:MM) in a zone, in UTC. */
export const toInstant = (day: string, time: string, zone: string): string =>
  DateTime.fromISO(`${day}T${time}`, { zone }).toUTC().toISO({ suppressMilliseconds: true }) ?? "";

/** The beginning of DD.MM.YYYY in a typed or pasted text: 31122007 becomes 31.12.2007 (R1-255, R1-256, R1-257, R1-258). */
export function maskDate(text: string, years: Years = ANY_YEARS): string {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  const digits = iso ? `${iso[3]}${iso[2]}${iso[1]}` : padded(text.trim()).replace(/\D/g, "");
  if (!digits) return "";
  const day = twoDigits(digits, 31);
  if (!day.complete) return day.text;
  const month = twoDigits(day.rest, 12);
  if (!month.complete) return `${day.text}.${month.text}`;
  return `${day.text}.${month.text}.${yearDigits(month.rest, years)}`;
}

// --- The clock

export const currentTime = (): Date => DateTime.now().toJSDate();

/** The date in a zone, YYYY-MM-DD. */
export const todayIn = (zone: string): string => toIso(DateTime.now().setZone(zone));

/** The date of an instant in a zone, YYYY-MM-DD; null for what is no instant. */
export function toIsoDate(instant: Instant, zone: string): string | null {
  return parse(instant, zone).toISODate();
}

/** Milliseconds since 1970 of an instant. */
export const toMillis = (instant: string): number => parse(instant).toMillis();

/** The instant so many milliseconds after 1970, in UTC. */
export const fromMillis = (milliseconds: number): string => DateTime.fromMillis(milliseconds).toUTC().toISO() ?? "";

// --- Arithmetic on dates

export const addDays = (date: string, days: number): string => toIso(parse(date).plus({ days }));

/** The same day of another month, or the last day of that month. */
export const addMonths = (date: string, months: number): string => toIso(parse(date).plus({ months }));

export const endOfMonth = (date: string): string => toIso(parse(date).endOf("month"));

/** The ISO weekday of a date, 1 (Monday) … 7. */
export const weekdayOf = (date: string): number => parse(date).weekday;

export const clampDate = (date: string, min: string, max: string): string =>
  date < min ? min : date > max ? max : date;

export interface YearMonth {
  year: number;
  /** 1…12 */
  month: number;
}

export const yearMonthOf = (date: string): YearMonth => ({
  year: Number(date.slice(0, 4)),
  month: Number(date.slice(5, 7)),
});

/** The weeks of a month from Monday; the days of the neighbouring months are null. */
export function monthWeeks({ year, month }: YearMonth): (string | null)[][] {
  const WEEK = 7;
  const first = DateTime.utc(year, month, 1);
  const days = first.endOf("month").day;
  const before = first.weekday - 1;
  const cells = Array.from({ length: Math.ceil((before + days) / WEEK) * WEEK }, (_, place) => {
    const day = place - before + 1;
    return day >= 1 && day <= days ? toIso(first.set({ day })) : null;
  });
  return Array.from({ length: cells.length / WEEK }, (_, week) => cells.slice(week * WEEK, (week + 1) * WEEK));
}
