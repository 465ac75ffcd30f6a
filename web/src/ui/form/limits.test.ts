import { expect, it } from "vitest";
import { say } from "@/i18n/texts";
import { brokenLimit } from "./limits";

it("the first broken limit is reported, counted after trimming, as on the server", () => {
  const name = { required: true, minLength: 3, maxLength: 5, pattern: "[a-z]+" };
  expect(brokenLimit("   ", name, say)).toBe("To'ldirilishi shart");
  expect(brokenLimit("  ab  ", name, say)).toBe("Kamida 3 ta belgi yozing");
  expect(brokenLimit("abcdef", name, say)).toBe("Ko'pi bilan 5 ta belgi yozing");
  expect(brokenLimit("ab1", name, say)).toBe("Formati noto'g'ri");
  expect(brokenLimit("  abc ", name, say)).toBeNull();
  expect(brokenLimit("", { maxLength: 5 }, say)).toBeNull();
});
