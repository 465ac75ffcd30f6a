import type { TFunction } from "i18next";
import { describe, expect, it } from "vitest";
import { AddOffice } from "@/api/limits";
import { brokenLimit } from "@/ui/form/limits";
import { headOfficeOptions, prefillName, toFormValues, validateBranch } from "./branch-form-values";

const t = ((key: string) => key) as unknown as TFunction;
const heads = [
  { id: 1, name: "Chilonzor", isRelated: true },
  { id: 2, name: "Sergeli", isRelated: false },
  { id: 3, name: "Olmazor", isRelated: true },
];
const office = { id: 9, name: "Bosh filial", hOffice: { id: 1, name: "Chilonzor", isRelated: true }, version: 4 };

describe("a branch's form", () => {
  it("only head offices without a branch are offered (R1-236)", () => {
    expect(headOfficeOptions(heads, undefined, t).map((option) => option.disabled === true)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("a branch keeps its own head office, also one removed at the school (R1-235)", () => {
    expect(headOfficeOptions(heads, office, t)[0]).toEqual({ value: "1", label: "Chilonzor" });
    const gone = { ...office, hOffice: { id: 7, name: "Yopilgan", isRelated: true } };
    expect(headOfficeOptions(heads, gone, t)[0]).toEqual({ value: "7", label: "Yopilgan" });
    expect(toFormValues(gone)).toEqual({ hOfficeId: "7", name: "Bosh filial" });
  });

  it("a head office is required for a new branch only (R1-230, R1-237)", () => {
    expect(validateBranch({ hOfficeId: "", name: "Yangi" }, true, t)).toEqual({
      hOfficeId: "branches.headOfficeRequired",
    });
    expect(validateBranch({ hOfficeId: "", name: "Yangi" }, false, t)).toEqual({});
  });

  it("a name needs three letters, and spaces do not count (R1-231, R1-232, R1-233, D-33)", () => {
    const problem = (name: string) => brokenLimit(name, AddOffice.name, t);
    expect(["", "   ", " \t", "ab", " ab ", "abc", "  abc "].map((name) => problem(name) !== null)).toEqual([
      ...[true, true, true, true, true],
      ...[false, false],
    ]);
  });

  it("choosing a head office fills in the name, but never over a typed one (R1-234)", () => {
    expect(prefillName("", "", "Sergeli")).toBe("Sergeli");
    expect(prefillName("Sergeli", "Sergeli", "Olmazor")).toBe("Olmazor");
    expect(prefillName("Mening filialim", "Sergeli", "Olmazor")).toBe("Mening filialim");
  });
});
