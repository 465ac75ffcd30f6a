import { describe, expect, it } from "vitest";
import { followed, othersWords } from "./use-newest";

const base = { last: "Karimov", first: "Aziz", phone: "1" };

describe("a form whose record went on (D-8)", () => {
  it("takes over what was not touched and keeps what was typed", () => {
    const newest = { last: "Karimov", first: "Azizbek", phone: "1" };
    const next = followed({ last: "Karimova", first: "Aziz", phone: "1" }, base, newest);
    expect(next.typed).toEqual({ last: "Karimova", first: "Azizbek", phone: "1" });
    expect(othersWords(next.typed, next.base, newest)).toEqual({});
  });

  it("tells what the other person wrote into the same field, until it is taken", () => {
    const newest = { last: "Karimboyev", first: "Azizbek", phone: "1" };
    const next = followed({ last: "Karimova", first: "Aziz", phone: "2" }, base, newest);
    expect(next.typed).toEqual({ last: "Karimova", first: "Azizbek", phone: "2" });
    expect(othersWords(next.typed, next.base, newest)).toEqual({ last: "Karimboyev" });
    expect(othersWords({ ...next.typed, last: newest.last }, next.base, newest)).toEqual({});
  });

  it("remembers the difference over one more version", () => {
    const second = { last: "Karimboyev", first: "Aziz", phone: "1" };
    const third = { ...second, phone: "9" };
    const once = followed({ last: "Karimova", first: "Aziz", phone: "1" }, base, second);
    const twice = followed(once.typed, once.base, third);
    expect(twice.typed).toEqual({ last: "Karimova", first: "Aziz", phone: "9" });
    expect(othersWords(twice.typed, twice.base, third)).toEqual({ last: "Karimboyev" });
  });

  it("sees no difference where both wrote the same", () => {
    const newest = { ...base, last: "Karimova" };
    const next = followed({ ...base, last: "Karimova" }, base, newest);
    expect(othersWords(next.typed, next.base, newest)).toEqual({});
  });
});
