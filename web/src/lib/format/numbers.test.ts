import { expect, it } from "vitest";
import { formatSize } from "./numbers";

const MB = 1024 * 1024;

it.each([
  [812, "812 B", "812 Б", "812 B"],
  [1023, "1\u00a0023 B", "1\u00a0023 Б", "1,023 B"],
  [1024, "1 KB", "1 КБ", "1 KB"],
  [1.25 * MB, "1,3 MB", "1,3 МБ", "1.3 MB"],
  [862.4 * MB, "862 MB", "862 МБ", "862 MB"],
  [10 * 1024 * MB, "10 GB", "10 ГБ", "10 GB"],
] as const)("a size of %i bytes has the decimal sign and the unit of the language", (bytes, uz, ru, en) => {
  expect([formatSize(bytes, "uz"), formatSize(bytes, "ru"), formatSize(bytes, "en")]).toEqual([uz, ru, en]);
});
