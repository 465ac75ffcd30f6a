import { expect, test } from "vitest";
import { translated } from "./translated";

test.each([
  ["Manager", "Menejer"],
  ["Kassir", "Kassir"],
  ["constructor", "constructor"],
  ["", ""],
])("%s is shown as %s", (stored, shown) => {
  expect(translated(stored, { Manager: "Menejer" })).toBe(shown);
});
