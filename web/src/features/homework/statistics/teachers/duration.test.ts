import { expect, it } from "vitest";
import { say } from "@/i18n/texts";
import { formatDuration } from "./duration";

it.each([
  [null, "—"],
  [29, "0 daq"],
  [59 * 60, "59 daq"],
  [3_570, "1 soat"],
  [33_840, "9,4 soat"],
  [86_220, "1 kun"],
  [86_400, "1 kun"],
  [112_320, "1,3 kun"],
])("a time of %s seconds reads %s (D-106)", (seconds, words) => {
  expect(formatDuration(seconds, "uz", say)).toBe(words);
});
