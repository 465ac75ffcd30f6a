import { describe, expect, it } from "vitest";
import { renderedIndexes, withGaps } from "./virtual-grid";

describe("the rendered part of a grid", () => {
  it("is all of a short list, whatever is in view", () => {
    expect(renderedIndexes([], 3, 40, 0)).toEqual([0, 1, 2]);
  });

  it("is what is in view of a long list, and the focused one wherever it is", () => {
    expect(renderedIndexes([10, 11, 12], 100, 40, 0)).toEqual([0, 10, 11, 12]);
    expect(renderedIndexes([10, 11, 12], 100, 40, 11)).toEqual([10, 11, 12]);
    expect(renderedIndexes([10, 11, 12], 100, 40, 250)).toEqual([10, 11, 12, 99]);
  });

  it("has gaps for everything else, so that nothing changes its place", () => {
    expect(withGaps([0, 1, 2], 3)).toEqual([0, 1, 2]);
    expect(withGaps([0, 10, 11], 100)).toEqual([0, { from: 1, size: 9 }, 10, 11, { from: 12, size: 88 }]);
    expect(withGaps([], 5)).toEqual([{ from: 0, size: 5 }]);
  });
});
