/** Luxon, `new Date` and Intl's calendar stay in `dates.ts`: one place decides about zones, languages and formats. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SRC = join(import.meta.dirname, "..");
const CALENDARS =
  /from "luxon"|\bnew Date\b|\bDate\.(parse|UTC)\b|\bIntl\.(DateTimeFormat|RelativeTimeFormat)\b|\.toLocale(Date|Time)?String\(/;

/** Tests build their own instants; `Date.now()` is allowed everywhere, it measures and names no date. */
const isExempt = (file: string) => file === "lib/dates.ts" || /\.test\.tsx?$/.test(file) || file === "api/schema.ts";

it("dates.ts is the only module that uses Luxon, Date or Intl's calendar", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const offenders = files.filter((file) => !isExempt(file) && CALENDARS.test(readFileSync(join(SRC, file), "utf8")));
  expect(offenders).toEqual([]);
  expect(CALENDARS.test(readFileSync(join(SRC, "lib/dates.ts"), "utf8"))).toBe(true);
});
