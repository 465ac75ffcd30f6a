import { describe, expect, it } from "vitest";
import { wordDiff } from "./word-diff";

const joined = (pieces: ReturnType<typeof wordDiff>, without: "added" | "removed") =>
  pieces
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join("");

describe("the difference of two texts", () => {
  it("names removed and added words between what stayed", () => {
    expect(wordDiff("Bahosini saqlang va chiqaring.", "Bahosini saqlang, uchta chiqaring.")).toEqual([
      { kind: "same", text: "Bahosini" },
      { kind: "removed", text: " saqlang va" },
      { kind: "added", text: " saqlang, uchta" },
      { kind: "same", text: " chiqaring." },
    ]);
  });

  it("is one piece for equal, new and emptied texts", () => {
    expect(wordDiff("bir ikki", "bir ikki")).toEqual([{ kind: "same", text: "bir ikki" }]);
    expect(wordDiff("", "bir ikki")).toEqual([{ kind: "added", text: "bir ikki" }]);
    expect(wordDiff("bir ikki", "")).toEqual([{ kind: "removed", text: "bir ikki" }]);
    expect(wordDiff("", "")).toEqual([]);
  });

  it.each([
    ["a b c d", "b d a c"],
    ["  bosh\n\nqator ", "bosh qator\n"],
    ["bir bir bir", "bir ikki bir"],
    ["x", "\n"],
  ])("holds both texts whole: %j, %j", (before, after) => {
    const pieces = wordDiff(before, after);
    expect(joined(pieces, "added")).toBe(before);
    expect(joined(pieces, "removed")).toBe(after);
  });

  it("takes the longest text that a homework may have", () => {
    const text = "so'z ".repeat(600);
    expect(wordDiff(text, `${text}oxiri`).at(-1)).toEqual({ kind: "added", text: " oxiri" });
  });
});
