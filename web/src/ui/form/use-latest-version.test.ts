import { describe, expect, it } from "vitest";
import { conflicts, rebase } from "./use-latest-version";

const base = { last: "Karimov", first: "Aziz", phone: "1" };

describe("a form whose record was changed (D-8)", () => {
  it("untouched fields follow the newest version and typed ones stay", () => {
    const newest = { last: "Karimov", first: "Azizbek", phone: "1" };
    const next = rebase({ last: "Karimova", first: "Aziz", phone: "1" }, base, newest);
    expect(next.typed).toEqual({ last: "Karimova", first: "Azizbek", phone: "1" });
    expect(conflicts(next.typed, next.base, newest)).toEqual({});
  });

  it("a conflicting value is reported until it is taken", () => {
    const newest = { last: "Karimboyev", first: "Azizbek", phone: "1" };
    const next = rebase({ last: "Karimova", first: "Aziz", phone: "2" }, base, newest);
    expect(next.typed).toEqual({ last: "Karimova", first: "Azizbek", phone: "2" });
    expect(conflicts(next.typed, next.base, newest)).toEqual({ last: "Karimboyev" });
    expect(conflicts({ ...next.typed, last: newest.last }, next.base, newest)).toEqual({});
  });

  it("remembers the difference over one more version", () => {
    const second = { last: "Karimboyev", first: "Aziz", phone: "1" };
    const third = { ...second, phone: "9" };
    const once = rebase({ last: "Karimova", first: "Aziz", phone: "1" }, base, second);
    const twice = rebase(once.typed, once.base, third);
    expect(twice.typed).toEqual({ last: "Karimova", first: "Aziz", phone: "9" });
    expect(conflicts(twice.typed, twice.base, third)).toEqual({ last: "Karimboyev" });
  });

  it("sees no difference where both wrote the same", () => {
    const newest = { ...base, last: "Karimova" };
    const next = rebase({ ...base, last: "Karimova" }, base, newest);
    expect(conflicts(next.typed, next.base, newest)).toEqual({});
  });
});
