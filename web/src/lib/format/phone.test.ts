import { describe, expect, it } from "vitest";
import { formatPhone, maskPhone, parsePhone } from "./phone";

describe("a phone", () => {
  it("is shown as it is read aloud, another shape as it came", () => {
    expect(formatPhone("998901234567")).toBe("+998 90 123-45-67");
    expect(formatPhone("+998901234567")).toBe("+998 90 123-45-67");
    expect(formatPhone("8 (71) 200")).toBe("8 (71) 200");
  });

  it.each([
    "998901234567",
    "+998 90 123-45-67",
    "901234567",
    "(90) 123 45 67",
    "8 90 123 45 67",
    "00998901234567",
  ])("is understood however it is typed: %s (R1-242)", (typed) => expect(parsePhone(typed)).toBe("998901234567"));

  it.each(["", "99890123456", "9989012345678", "90 123 45 6O", "telefon"])("is refused when it is none: %s", (typed) =>
    expect(parsePhone(typed)).toBeNull());

  it("a phone is masked while 998… is typed", () => {
    expect(maskPhone("9989")).toBe("+998 9");
    expect(maskPhone("998901")).toBe("+998 90 1");
    expect(maskPhone("+998 90 1234")).toBe("+998 90 123-4");
    expect(maskPhone("+998 90 123-45-67")).toBe("+998 90 123-45-67");
    expect(maskPhone("90123")).toBe("90123");
  });
});
