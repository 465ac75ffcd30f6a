/** D-52: the calendar's words are ours and those of CLDR; D-6: days as DD.MM.YYYY, times of the centre's zone. */
import { describe, expect, test } from "vitest";
import {
  formatDate,
  formatDateTime,
  formatLongDate,
  formatTime,
  monthShort,
  monthWide,
  parseMonth,
  weekdayNarrow,
  weekdayShort,
  weekdayWide,
} from "./calendar";

const twelve = Array.from({ length: 12 }, (_, at) => at + 1);
const seven = Array.from({ length: 7 }, (_, at) => at + 1);
// Node carries all of CLDR; a browser may not, which is why the words are ours.
const intl = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("uz", { ...options, timeZone: "UTC" });
const month = (of: number) => new Date(Date.UTC(2024, of - 1, 1));
const weekday = (of: number) => new Date(Date.UTC(2024, 0, of));

// R1-012: months shortened are our own words.
describe("Uzbek words", () => {
  test.each(twelve)("month %i is CLDR's", (of) => {
    expect(monthWide(of)).toBe(intl({ month: "long" }).format(month(of)).toLowerCase());
    expect(monthShort(of)).toBe(intl({ month: "short" }).format(month(of)).toLowerCase());
  });

  // R1-013, R2-478: a week begins on Monday, which is 1.
  test.each(seven)("weekday %i is CLDR's", (of) => {
    expect(weekdayWide(of)).toBe(intl({ weekday: "long" }).format(weekday(of)).toLowerCase());
    expect(weekdayShort(of)).toBe(intl({ weekday: "short" }).format(weekday(of)));
    expect(weekdayWide(of).startsWith(weekdayNarrow(of).toLowerCase())).toBe(true);
  });

  test("June and July keep apart when shortened", () => {
    expect([monthShort(6), monthShort(7)]).toEqual(["iyn", "iyl"]);
  });

  test("older and Cyrillic spellings of months are understood", () => {
    for (const spelling of ["oktabr", "Oktyabr", "OKTABR", "okt.", "октябрь"]) expect(parseMonth(spelling)).toBe(10);
    for (const nothing of ["", "brumaire", "constructor"]) expect(parseMonth(nothing)).toBeNull();
    expect(twelve.map((of) => parseMonth(monthWide(of)))).toEqual(twelve);
  });

  test.each([0, 13, 1.5, Number.NaN])("there is no month %d", (of) => {
    expect(() => monthWide(of)).toThrow(RangeError);
    expect(() => monthShort(of, "ru")).toThrow(RangeError);
  });
});

test("Russian and English have their own words (R1-011)", () => {
  expect([monthWide(9, "ru"), monthWide(9, "en")]).toEqual(["сентябрь", "September"]);
  expect([monthShort(1, "ru"), monthShort(6, "en")]).toEqual(["янв", "Jun"]);
  expect([weekdayWide(1, "ru"), weekdayShort(1, "ru"), weekdayShort(7, "en")]).toEqual(["понедельник", "пн", "Sun"]);
  expect([weekdayNarrow(1, "ru"), weekdayNarrow(1, "en")]).toEqual(["пн", "Mo"]);
});

describe("days and times", () => {
  test("a local day is shown as it is, whatever the zone (R1-450)", () => {
    expect(formatDate("2026-11-20")).toBe("20.11.2026");
    expect(formatDate("2026-11-20", "Asia/Tashkent")).toBe("20.11.2026");
  });

  test("an instant is shown by the clock of the centre (R1-450, R2-481)", () => {
    expect(formatDate("2026-11-20T20:30:00Z", "Asia/Tashkent")).toBe("21.11.2026");
    expect(formatTime("2026-11-20T20:30:00Z", "Asia/Tashkent")).toBe("01:30");
    expect(formatTime(new Date("2026-07-01T10:00:00Z"), "Europe/Berlin")).toBe("12:00");
    expect(formatDateTime("2026-11-20T20:30:00Z", "Asia/Tashkent")).toBe("21.11.2026 01:30");
  });

  test("a long date speaks the language (R1-451, R2-481, D-75)", () => {
    expect(formatLongDate("2026-11-05")).toBe("05 noyabr, 2026");
    expect(formatLongDate("2026-11-05", "ru")).toBe("05 ноября, 2026");
    expect(formatLongDate("2026-11-05", "en")).toBe("05 November, 2026");
  });

  test.each([null, undefined, "", "soon", "2026-02-30"])("%j is no date and shows as nothing", (value) => {
    expect([
      formatDate(value),
      formatLongDate(value),
      formatTime(value, "Asia/Tashkent"),
      formatDateTime(value, "utc"),
    ]).toEqual(["", "", "", ""]);
  });
});
