import { expect, it } from "vitest";
import { expandRemark } from "./remark-codes";

const REMARKS = [
  { code: "1", text: "Barakalla!" },
  { code: "qi", text: "Qayta ishlang" },
];

it.each([
  [";1", 2, "Barakalla!"],
  ["Salom. ;qi rahmat", 10, "Salom. Qayta ishlang rahmat"],
  [";2", 2, null],
  ["; 1", 3, null],
  [";1 va", 5, null],
])("replaces the code typed before the caret: %s", (text, caret, expected) => {
  expect(expandRemark(text, caret, REMARKS)?.text ?? null).toBe(expected);
});
