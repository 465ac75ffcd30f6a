/**
 * How days and times are written: Uzbek words are our own data (D-52), because a browser may lack them; Russian and
 * English come with it. Days are local YYYY-MM-DD, instants ISO 8601, zones the centre's (D-6).
 */
import { DateTime } from "luxon";

export type CalendarLanguage = "uz" | "ru" | "en";

const MONTHS = "yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr".split(" ");
const MONTHS_SHORT = "yan fev mar apr may iyn iyl avg sen okt noy dek".split(" ");
const WEEKDAYS = "dushanba seshanba chorshanba payshanba juma shanba yakshanba".split(" ");
const WEEKDAYS_SHORT = "Dush Sesh Chor Pay Jum Shan Yak".split(" ");
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

function word(words: string[], number: number): string {
  const found = words[number - 1];
  if (found === undefined) throw new RangeError(`${number} is not within 1…${words.length}`);
  return found;
}

// Any month and week will do to ask a locale for its words: 2024 begins with a Monday.
const inMonth = (month: number) => DateTime.utc(2024, month, 1);
const onWeekday = (weekday: number) => DateTime.utc(2024, 1, weekday);
const bare = (text: string) => text.replace(/\.$/, "");

/** The month 1…12 in full, standing alone: "sentabr", "сентябрь", "September". */
export function monthWide(month: number, language: CalendarLanguage = "uz"): string {
  const uzbek = word(MONTHS, month);
  if (language === "uz") return uzbek;
  return inMonth(month).setLocale(language).toFormat("LLLL");
}

/** The month 1…12 shortened: "iyn", "июнь", "Jun". */
export function monthShort(month: number, language: CalendarLanguage = "uz"): string {
  const uzbek = word(MONTHS_SHORT, month);
  if (language === "uz") return uzbek;
  return bare(inMonth(month).setLocale(language).toFormat("LLL"));
}

/** The ISO weekday 1 (Monday) … 7 in full: "dushanba", "понедельник", "Monday". */
export function weekdayWide(weekday: number, language: CalendarLanguage = "uz"): string {
  const uzbek = word(WEEKDAYS, weekday);
  if (language === "uz") return uzbek;
  return onWeekday(weekday).setLocale(language).toFormat("cccc");
}

/** The ISO weekday 1 (Monday) … 7 shortened: "Dush", "пн", "Mon". */
export function weekdayShort(weekday: number, language: CalendarLanguage = "uz"): string {
  const uzbek = word(WEEKDAYS_SHORT, weekday);
  if (language === "uz") return uzbek;
  return onWeekday(weekday).setLocale(language).toFormat("ccc");
}

/** The ISO weekday 1 (Monday) … 7 in two letters: "Du", "пн", "Mo". */
export function weekdayNarrow(weekday: number, language: CalendarLanguage = "uz"): string {
  return language === "uz" ? word(WEEKDAYS_NARROW, weekday) : weekdayShort(weekday, language).slice(0, 2);
}

/** The number of a month's Uzbek name, full or short, also spelled the older way (oktyabr) or in Cyrillic. */
export function parseMonth(text: string): number | null {
  const written = bare(text.trim()).toLowerCase();
  const at = Math.max(MONTHS.indexOf(written), MONTHS_SHORT.indexOf(written));
  if (at >= 0) return at + 1;
  return Object.hasOwn(OTHER_MONTHS, written) ? (OTHER_MONTHS[written] ?? null) : null;
}

/** A local day (YYYY-MM-DD) as it is, an instant (ISO with its offset or a Date) on the clock of the zone. */
function moment(value: string | Date, zone: string): DateTime {
  return value instanceof Date ? DateTime.fromJSDate(value, { zone }) : DateTime.fromISO(value, { zone });
}

/** DD.MM.YYYY; an empty text for what is no date. */
export function formatDate(value: string | Date | null | undefined, zone = "utc"): string {
  const at = value ? moment(value, zone) : null;
  return at?.isValid ? at.toFormat("dd.MM.yyyy") : "";
}

/** DD MMMM, YYYY in the words of the language: "20 noyabr, 2026", "20 ноября, 2026", "20 November, 2026". */
export function formatLongDate(
  value: string | Date | null | undefined,
  language: CalendarLanguage = "uz",
  zone = "utc",
): string {
  const at = value ? moment(value, zone) : null;
  if (!at?.isValid) return "";
  if (language !== "uz") return at.setLocale(language).toFormat("dd MMMM, yyyy");
  return `${at.toFormat("dd")} ${monthWide(at.month)}, ${at.toFormat("yyyy")}`;
}

/** HH:mm of an instant on the clock of the zone. */
export function formatTime(instant: string | Date | null | undefined, zone: string): string {
  const at = instant ? moment(instant, zone) : null;
  return at?.isValid ? at.toFormat("HH:mm") : "";
}

/** DD.MM.YYYY HH:mm of an instant on the clock of the zone. */
export function formatDateTime(instant: string | Date | null | undefined, zone: string): string {
  const day = formatDate(instant, zone);
  return day && `${day} ${formatTime(instant, zone)}`;
}
