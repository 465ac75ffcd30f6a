import { expect, it } from "vitest";
import { matches, pressedByEnter } from "./shortcuts";

const press = (init: KeyboardEventInit) => new KeyboardEvent("keydown", init);

it("a single key is that key without Ctrl", () => {
  expect(matches("/", press({ key: "/" }))).toBe(true);
  expect(matches("?", press({ key: "?", shiftKey: true }))).toBe(true);
  expect(matches("/", press({ key: "/", ctrlKey: true }))).toBe(false);
});

it("Ctrl K opens the palette on a Cyrillic layout too", () => {
  expect(matches("mod+k", press({ key: "k", ctrlKey: true }))).toBe(true);
  expect(matches("mod+k", press({ key: "л", code: "KeyK", ctrlKey: true }))).toBe(true);
  expect(matches("mod+k", press({ key: "k" }))).toBe(false);
});

it("a capital letter is a command where small letters are names, on a Cyrillic layout too", () => {
  expect(matches("shift+a", press({ key: "A", shiftKey: true }))).toBe(true);
  expect(matches("shift+a", press({ key: "Ф", code: "KeyA", shiftKey: true }))).toBe(true);
  expect(matches("shift+a", press({ key: "a" }))).toBe(false);
});

it("Enter on a button or a link presses it and is no shortcut", () => {
  document.body.innerHTML = '<button type="button"><i>x</i></button><a href="/groups">groups</a><p>text</p>';
  expect(pressedByEnter(document.querySelector("i"))).toBe(true);
  expect(pressedByEnter(document.querySelector("a"))).toBe(true);
  expect(pressedByEnter(document.querySelector("p"))).toBe(false);
  expect(pressedByEnter(document.body)).toBe(false);
});
