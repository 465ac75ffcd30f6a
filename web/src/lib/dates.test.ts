/** D-52: the calendar's names are the project's and those of CLDR; D-6: dates as DD.MM.YYYY, times of the centre's zone. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  BIRTH_YEARS,
  clampDate,
  dateProblem,
  endOfMonth,
  formatDate,
  formatDateTime,
  formatLessonDate,
  formatLongDate,
  formatTime,
  isIsoDate,
  maskDate,
  monthLong,
  monthShort,
  monthWeeks,
  parseDate,
  parseMonth,
  toIsoDate,
  weekdayLong,
  weekdayNarrow,
  weekdayOf,
  weekdayShort,
} from "./dates";

const twelve = Array.from({ length: 12 }, (_, at) => at + 1);
const seven = Array.from({ length: 7 }, (_, at) => at + 1);
// Node carries all of CLDR, a browser may not.
const intl = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("uz", { ...options, timeZone: "UTC" });
const month = (of: number) => new Date(Date.UTC(2024, of - 1, 1));
const weekday = (of: number) => new Date(Date.UTC(2024, 0, of));

// R1-012: short names of months are the project's own.
describe("Uzbek names", () => {
  it.each(twelve)("month %i has its CLDR name", (of) => {
    expect(monthLong(of)).toBe(intl({ month: "long" }).format(month(of)).toLowerCase());
    expect(monthShort(of)).toBe(intl({ month: "short" }).format(month(of)).toLowerCase());
  });

  // R1-013, R2-478: a week begins on Monday, which is 1.
  it.each(seven)("weekday %i has its CLDR name", (of) => {
    expect(weekdayLong(of)).toBe(intl({ weekday: "long" }).format(weekday(of)).toLowerCase());
    expect(weekdayShort(of)).toBe(intl({ weekday: "short" }).format(weekday(of)));
    expect(weekdayLong(of).startsWith(weekdayNarrow(of).toLowerCase())).toBe(true);
  });

  it("June and July differ when shortened", () => {
    expect([monthShort(6), monthShort(7)]).toEqual(["iyn", "iyl"]);
  });

  it("older and Cyrillic spellings of months are understood", () => {
    for (const spelling of ["oktabr", "Oktyabr", "OKTABR", "okt.", "октябрь"]) expect(parseMonth(spelling)).toBe(10);
    for (const nothing of ["", "brumaire", "constructor"]) expect(parseMonth(nothing)).toBeNull();
    expect(twelve.map((of) => parseMonth(monthLong(of)))).toEqual(twelve);
  });

  it.each([0, 13, 1.5, Number.NaN])("month %d throws a RangeError", (of) => {
    expect(() => monthLong(of)).toThrow(RangeError);
    expect(() => monthShort(of, "ru")).toThrow(RangeError);
  });
});

it("weekdays are shortened alike on the screen and in the server's files, in each language", () => {
  for (const language of ["uz", "ru", "en"] as const) {
    const served = JSON.parse(readFileSync(`../contracts/texts/${language}.json`, "utf8"));
    expect(seven.map((of) => weekdayShort(of, language))).toEqual(served["sync.value.weekdays"].split(" "));
  }
});

it("Russian and English have their own names (R1-011)", () => {
  expect([monthLong(9, "ru"), monthLong(9, "en")]).toEqual(["сентябрь", "September"]);
  expect([monthShort(1, "ru"), monthShort(6, "en")]).toEqual(["янв", "Jun"]);
  expect([weekdayLong(1, "ru"), weekdayShort(1, "ru"), weekdayShort(7, "en")]).toEqual(["понедельник", "Пн", "Sun"]);
  expect([weekdayNarrow(1, "ru"), weekdayNarrow(1, "en")]).toEqual(["Пн", "Mo"]);
});

describe("dates and times", () => {
  it("a local date is the same in every zone (R1-450)", () => {
    expect(formatDate("2026-11-20")).toBe("20.11.2026");
    expect(formatDate("2026-11-20", "Asia/Tashkent")).toBe("20.11.2026");
  });

  it("an instant is shown on the clock of the centre (R1-450, R2-481)", () => {
    expect(formatDate("2026-11-20T20:30:00Z", "Asia/Tashkent")).toBe("21.11.2026");
    expect(formatTime("2026-11-20T20:30:00Z", "Asia/Tashkent")).toBe("01:30");
    expect(formatTime(new Date("2026-07-01T10:00:00Z"), "Europe/Berlin")).toBe("12:00");
    expect(formatDateTime("2026-11-20T20:30:00Z", "Asia/Tashkent")).toBe("21.11.2026 01:30");
  });

  it("a long date is written in its language (R1-451, R2-481, D-75)", () => {
    expect(formatLongDate("2026-11-05")).toBe("05 noyabr, 2026");
    expect(formatLongDate("2026-11-05", "ru")).toBe("05 ноября, 2026");
    expect(formatLongDate("2026-11-05", "en")).toBe("05 November, 2026");
  });

  it.each([null, undefined, "", "soon", "2026-02-30"])("%j is no date and formats as an empty text", (value) => {
    expect([
      formatDate(value),
      formatLongDate(value),
      formatTime(value, "Asia/Tashkent"),
      formatDateTime(value, "utc"),
    ]).toEqual(["", "", "", ""]);
  });
});

/** Typed key by key, as the field receives it. */
const typed = (keys: string) => [...keys].reduce((text, key) => maskDate(text + key, BIRTH_YEARS), "");

describe("a birth date while it is typed", () => {
  it("gets its dots without typing them (R1-258)", () => {
    expect(typed("3")).toBe("3");
    expect(typed("31")).toBe("31.");
    expect(typed("3112")).toBe("31.12.");
    expect(typed("31122007")).toBe("31.12.2007");
    expect(typed("31.12.2007")).toBe("31.12.2007");
  });

  it("accepts one digit for a day or month where no second can follow, or where a dot ends it", () => {
    expect(typed("4")).toBe("04.");
    expect(typed("492007")).toBe("04.09.2007");
    expect(typed("1.2.2007")).toBe("01.02.2007");
  });

  it("drops a day above 31 and a month above 12 (R1-255, R1-256)", () => {
    expect(typed("32")).toBe("3");
    expect(typed("31013")).toBe("31.01.");
    expect(typed("3113")).toBe("31.1");
    expect(typed("00")).toBe("0");
    expect(typed("3100")).toBe("31.0");
  });

  it("accepts years from 1900 to 2024, which begin with 19 or 20 (R1-257)", () => {
    expect(typed("01013")).toBe("01.01.");
    expect(typed("010118")).toBe("01.01.1");
    expect(typed("010121")).toBe("01.01.2");
    expect(typed("01011900")).toBe("01.01.1900");
    expect(typed("01012024")).toBe("01.01.2024");
    expect(typed("01012025")).toBe("01.01.202");
  });

  it("accepts pasted text", () => {
    expect(maskDate("2007-01-31")).toBe("31.01.2007");
    expect(maskDate(" 31/01/2007 ")).toBe("31.01.2007");
    expect(maskDate("31012007 12:00")).toBe("31.01.2007");
    expect(maskDate("kecha")).toBe("");
  });
});

describe("a typed date", () => {
  it("is DD.MM.YYYY, with slashes and dashes too (R1-253, R2-319, D-6)", () => {
    expect(parseDate("05.03.2026")).toBe("2026-03-05");
    expect(parseDate(" 5.3.2026 ")).toBe("2026-03-05");
    expect(parseDate("5/3/2026")).toBe("2026-03-05");
    expect(parseDate("29-02-2028")).toBe("2028-02-29");
  });

  it("a day that no calendar has is told from a wrong form", () => {
    expect(["31.02.2005", "29.02.2023", "31/4/2026"].map(dateProblem)).toEqual(["noSuchDay", "noSuchDay", "noSuchDay"]);
    expect(["31.02", "2005-02-31", "yesterday"].map(dateProblem)).toEqual(["format", "format", "format"]);
    expect(dateProblem("28.02.2005")).toBeNull();
  });

  it("is a date of the calendar", () => {
    for (const text of ["", "31.02.2026", "29.02.2026", "0.1.2026", "1.13.2026", "1.1.26", "2026-03-05", "1.1.0000"]) {
      expect(parseDate(text), text).toBeNull();
    }
  });
});

it("the weeks of a month begin on Monday", () => {
  const weeks = monthWeeks({ year: 2026, month: 11 });
  // the first of November 2026 is a Sunday
  expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
  expect(weeks[1]?.[0]).toBe("2026-11-02");
  expect(weeks.at(-1)).toEqual(["2026-11-30", null, null, null, null, null, null]);
  expect(monthWeeks({ year: 2027, month: 2 }).flat()).toHaveLength(28);
});

it("arithmetic crosses the ends of months, years and leap years", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-01-31", -2)).toBe("2025-11-30");
  expect(clampDate("2026-01-01", "2026-02-01", "2026-03-01")).toBe("2026-02-01");
});

function byIntl(instant: string, timeZone: string): string[] {
  const at = new Date(instant);
  return [
    at.toLocaleDateString("ru", { timeZone, day: "2-digit", month: "2-digit", year: "numeric" }),
    at.toLocaleTimeString("ru", { timeZone, hour: "2-digit", minute: "2-digit" }),
  ];
}

const INSTANTS = [
  "2026-11-20T19:30:00Z",
  "2026-01-01T00:00:00Z",
  "2026-07-01T18:59:59.999Z",
  "2024-02-28T21:05:00+05:00",
];

it("an instant has the date and time of Intl in any zone (D-6)", () => {
  for (const zone of ["Asia/Tashkent", "UTC", "America/New_York"]) {
    for (const instant of INSTANTS) {
      const [date, time] = byIntl(instant, zone);
      expect(formatDate(instant, zone)).toBe(date);
      expect(formatDateTime(instant, zone)).toBe(`${date} ${time}`);
    }
  }
  const midnight = "2026-11-20T19:00:00Z";
  expect([toIsoDate(midnight, "Asia/Tashkent"), formatTime(midnight, "Asia/Tashkent")]).toEqual([
    "2026-11-21",
    "00:00",
  ]);
});

it("a text that is no date formats as an empty text", () => {
  expect([
    formatDate("2026-03-05"),
    formatDate(null),
    formatDate("x"),
    formatDate(null, "UTC"),
    formatDateTime("x", "UTC"),
  ]).toEqual(["05.03.2026", "", "", "", ""]);
});

it("the previous day crosses months and leap years", () => {
  expect(["2026-11-20", "2026-03-01", "2024-03-01", "2026-01-01"].map((date) => addDays(date, -1))).toEqual([
    "2026-11-19",
    "2026-02-28",
    "2024-02-29",
    "2025-12-31",
  ]);
});

it("an ISO date is a date of the calendar", () => {
  const days = ["2026-11-20", "2028-02-29", "2026-02-29", "2026-02-31", "2026-13-01", "20.11.2026", "tomorrow", ""];
  expect(days.map(isIsoDate)).toEqual([true, true, false, false, false, false, false, false]);
  expect(isIsoDate(undefined)).toBe(false);
});

it("a month ends on its last day, and weekdays count from Monday", () => {
  expect(["2026-02-01", "2028-02-11", "2026-12-31"].map(endOfMonth)).toEqual([
    "2026-02-28",
    "2028-02-29",
    "2026-12-31",
  ]);
  expect(["2026-11-23", "2026-11-29"].map(weekdayOf)).toEqual([1, 7]);
});

it("a lesson's date names its weekday in the language", () => {
  expect(formatLessonDate("2026-11-20", "uz")).toBe("Juma, 20-noyabr");
  expect(formatLessonDate("2026-11-20", "ru")).toBe("Пятница, 20 ноября");
  expect(formatLessonDate("2026-11-20", "en")).toBe("Friday, 20 November");
  expect(formatLessonDate("tomorrow", "en")).toBe("tomorrow");
});
