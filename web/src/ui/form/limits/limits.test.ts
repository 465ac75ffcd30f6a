import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { say } from "@/i18n/texts";
import { brokenLimit } from "./limits";
import { limitsFile, SOURCE, TARGET } from "./write-limits.mjs";

it("api-limits.ts is as contracts/openapi.json has it (else: npm run api)", () => {
  expect(readFileSync(TARGET, "utf8")).toBe(limitsFile(JSON.parse(readFileSync(SOURCE, "utf8"))));
});

it("the first broken limit is reported, counted after trimming, as on the server", () => {
  const name = { required: true, minLength: 3, maxLength: 5, pattern: "[a-z]+" };
  expect(brokenLimit("   ", name, say)).toBe("To'ldirilishi shart");
  expect(brokenLimit("  ab  ", name, say)).toBe("Kamida 3 ta belgi yozing");
  expect(brokenLimit("abcdef", name, say)).toBe("Ko'pi bilan 5 ta belgi yozing");
  expect(brokenLimit("ab1", name, say)).toBe("Ko'rinishi noto'g'ri");
  expect(brokenLimit("  abc ", name, say)).toBeNull();
  expect(brokenLimit("", { maxLength: 5 }, say)).toBeNull();
});
