import { describe, expect, it } from "vitest";
import {
  between,
  isSelected,
  NOBODY,
  PICKED_MAX,
  pageTick,
  questionOf,
  standing,
  withAll,
  withRows,
} from "./selection";

const PAGE = [1, 2, 3, 4];
const picked = (...ids: number[]) => withRows(NOBODY, ids, true, PAGE);

describe("a selection", () => {
  it("stays while one turns pages and the order, and goes with another question", () => {
    const question = questionOf({ page: 1, perPage: 10, orderBy: "ASC", statusId: "1" });
    const before = { ...picked(1, 2), question };
    const turned = questionOf({ page: 5, perPage: 50, orderBy: "DESC", sortBy: "name", statusId: "1" });
    expect(standing(before, turned).ids).toEqual([1, 2]);
    const other = standing(before, questionOf({ page: 1, statusId: "1", value: "ali" }));
    expect(other).toMatchObject({ ids: [], all: false });
  });

  it("of all loses one by being what is seen, without him", () => {
    const all = withAll(NOBODY, PAGE);
    expect(isSelected(all, 999)).toBe(true);
    expect(withRows(all, [3], false, PAGE)).toMatchObject({ all: false, ids: [1, 2, 4] });
  });

  it("ticks the page wholly, partly or not", () => {
    expect(pageTick(NOBODY, PAGE)).toBe(false);
    expect(pageTick(picked(2, 9), PAGE)).toBe("indeterminate");
    expect(pageTick(picked(1, 2, 3, 4), PAGE)).toBe(true);
    expect(pageTick(NOBODY, [])).toBe(false);
  });

  it("never holds a row twice, nor more than are picked by hand", () => {
    expect(withRows(picked(1, 2), [2, 3], true, PAGE).ids).toEqual([1, 2, 3]);
    const many = Array.from({ length: 300 }, (_, n) => n + 1);
    expect(withRows(NOBODY, many, true, PAGE).ids).toHaveLength(PICKED_MAX);
  });

  it("takes a range in either direction", () => {
    expect(between(PAGE, 1, 3)).toEqual([2, 3, 4]);
    expect(between(PAGE, 3, 1)).toEqual([2, 3, 4]);
  });
});
