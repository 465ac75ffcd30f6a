import { expect, it } from "vitest";
import { appendLetter, findNextByName, isLetter, PAUSE_MS } from "./find-by-name";

const CLASS = ["Azizbek Yo'ldoshev", "Madina Rahimova", "Javohir To'xtayev", "Jasur Oripov", "Oybek Jalilov"];

it("a letter leads to the next name that begins with it, round the class", () => {
  expect(findNextByName(CLASS, "j", -1, false)).toBe(2);
  expect(findNextByName(CLASS, "j", 2, false)).toBe(3);
  expect(findNextByName(CLASS, "j", 3, false)).toBe(2);
});

it("a first name counts before a surname, which counts too", () => {
  expect(findNextByName(CLASS, "o", -1, false)).toBe(4);
  expect(findNextByName(CLASS, "rah", -1, false)).toBe(1);
  expect(findNextByName(CLASS, "x", 0, false)).toBeNull();
});

it("more letters stay on the name that they still begin", () => {
  expect(findNextByName(CLASS, "ja", 2, true)).toBe(2);
  expect(findNextByName(CLASS, "jas", 2, true)).toBe(3);
});

it("in whatever spelling: Cyrillic keyboards, other apostrophes", () => {
  expect(findNextByName(CLASS, "ж", -1, false)).toBe(2);
  expect(findNextByName(CLASS, "yol", -1, false)).toBe(0);
  expect(findNextByName(CLASS, "йў", -1, false)).toBe(0);
});

it("letters typed within a second are one name", () => {
  const first = appendLetter(null, "j", 0);
  expect(appendLetter(first, "a", PAUSE_MS)).toEqual({ letters: "ja", at: PAUSE_MS });
  expect(appendLetter(first, "a", PAUSE_MS + 1).letters).toBe("a");
});

it("small letters are names; capitals, digits and commands are not", () => {
  const key = (init: KeyboardEventInit) => new KeyboardEvent("keydown", init);
  expect(isLetter(key({ key: "r" }), false)).toBe(true);
  expect(isLetter(key({ key: "R", shiftKey: true }), false)).toBe(false);
  expect(isLetter(key({ key: "s", ctrlKey: true }), false)).toBe(false);
  expect(isLetter(key({ key: "2" }), false)).toBe(false);
  expect(isLetter(key({ key: "'" }), false)).toBe(false);
  expect(isLetter(key({ key: "'" }), true)).toBe(true);
});
