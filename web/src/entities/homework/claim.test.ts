import { describe, expect, it } from "vitest";
import { remember } from "@/api/storage";
import { otherHolder } from "./claim";

describe("who has a work open", () => {
  it("names another checker, never oneself (D-69)", () => {
    remember("person", "staff", { id: 7 });
    expect(otherHolder({ claimedBy: null })).toBeNull();
    expect(otherHolder({ claimedBy: { id: 7, name: "Aliyev Aziz" } })).toBeNull();
    expect(otherHolder({ claimedBy: { id: 8, name: "Umarov Olim" } })).toBe("Umarov Olim");
  });
});
