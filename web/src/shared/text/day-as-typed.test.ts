import { describe, expect, it } from "vitest";
import { BIRTH_YEARS, dayAsTyped } from "./day-as-typed";

/** Typed key by key, as the field hears it. */
const typed = (keys: string) => [...keys].reduce((text, key) => dayAsTyped(text + key, BIRTH_YEARS), "");

describe("a birth date while it is typed", () => {
  it("puts the dots itself (R1-258)", () => {
    expect(typed("3")).toBe("3");
    expect(typed("31")).toBe("31.");
    expect(typed("3112")).toBe("31.12.");
    expect(typed("31122007")).toBe("31.12.2007");
    expect(typed("31.12.2007")).toBe("31.12.2007");
  });

  it("takes one digit for a day or month where no second can follow, or where it is ended by a dot", () => {
    expect(typed("4")).toBe("04.");
    expect(typed("492007")).toBe("04.09.2007");
    expect(typed("1.2.2007")).toBe("01.02.2007");
  });

  it("takes no day above 31 and no month above 12 (R1-255, R1-256)", () => {
    expect(typed("32")).toBe("3");
    expect(typed("31013")).toBe("31.01.");
    expect(typed("3113")).toBe("31.1");
    expect(typed("00")).toBe("0");
    expect(typed("3100")).toBe("31.0");
  });

  it("takes years from 1900 to 2024, which begin with 19 or 20 (R1-257)", () => {
    expect(typed("01013")).toBe("01.01.");
    expect(typed("010118")).toBe("01.01.1");
    expect(typed("010121")).toBe("01.01.2");
    expect(typed("01011900")).toBe("01.01.1900");
    expect(typed("01012024")).toBe("01.01.2024");
    expect(typed("01012025")).toBe("01.01.202");
  });

  it("understands what is pasted", () => {
    expect(dayAsTyped("2007-01-31")).toBe("31.01.2007");
    expect(dayAsTyped(" 31/01/2007 ")).toBe("31.01.2007");
    expect(dayAsTyped("31012007 12:00")).toBe("31.01.2007");
    expect(dayAsTyped("kecha")).toBe("");
  });
});
