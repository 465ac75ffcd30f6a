import { describe, expect, it } from "vitest";
import { hasPlace, type Lane, laneStepped, moved, moveTo, numberOf, placeOf, placesOf, stepped } from "./order-model";

const lane = (id: number, ...ids: number[]): Lane => ({
  id,
  name: `${id}-oy`,
  items: ids.map((item) => ({ id: item, name: `m${item}`, ...(item >= 90 ? { unnumbered: true } : {}) })),
});
const LANES = [lane(1, 11, 12), lane(2, 21, 22, 90, 23), lane(3)];
const idsOf = (lanes: readonly Lane[]) => lanes.map(({ items }) => items.map(({ id }) => id));

describe("a place", () => {
  it("is after the item before, or first", () => {
    expect(placeOf(LANES, 22)).toEqual({ lane: 2, after: 21 });
    expect(placeOf(LANES, 11)).toEqual({ lane: 1, after: null });
    expect(placeOf(LANES, 5)).toBeNull();
  });

  it("steps within its lane and stays at the edges", () => {
    const up = stepped(LANES, 22, { lane: 2, after: 21 }, -1);
    expect(up).toEqual({ lane: 2, after: null });
    expect(stepped(LANES, 22, up, -1)).toEqual(up);
    expect(stepped(LANES, 22, { lane: 2, after: 21 }, 1)).toEqual({ lane: 2, after: 90 });
    const last = { lane: 2, after: 23 };
    expect(stepped(LANES, 22, last, 1)).toEqual(last);
  });

  it("goes to the beginning of the next lane and the end of the previous", () => {
    expect(laneStepped(LANES, 22, { lane: 2, after: 21 }, 1)).toEqual({ lane: 3, after: null });
    expect(laneStepped(LANES, 22, { lane: 2, after: 21 }, -1)).toEqual({ lane: 1, after: 12 });
    expect(laneStepped(LANES, 22, { lane: 3, after: null }, 1)).toEqual({ lane: 3, after: null });
    expect(laneStepped(LANES, 23, { lane: 3, after: null }, -1)).toEqual({ lane: 2, after: 90 });
  });

  it("exists while its neighbour does, which is never the lifted item", () => {
    expect(hasPlace(LANES, 22, { lane: 3, after: null })).toBe(true);
    expect(hasPlace(LANES, 22, { lane: 2, after: 22 })).toBe(false);
    expect(hasPlace(LANES, 22, { lane: 2, after: 11 })).toBe(false);
    expect(hasPlace(LANES, 22, { lane: 9, after: null })).toBe(false);
    expect(placesOf(LANES[0] as Lane, 11)).toEqual([
      { lane: 1, after: null },
      { lane: 1, after: 12 },
    ]);
  });
});

describe("a move", () => {
  it("keeps every item once, in and between lanes", () => {
    expect(idsOf(moved(LANES, 23, { lane: 2, after: null }))).toEqual([[11, 12], [23, 21, 22, 90], []]);
    expect(idsOf(moved(LANES, 11, { lane: 2, after: 90 }))).toEqual([[12], [21, 22, 90, 11, 23], []]);
    expect(idsOf(moved(LANES, 12, { lane: 3, after: null }))).toEqual([[11], [21, 22, 90, 23], [12]]);
  });

  it("to an unknown or its own place changes nothing", () => {
    expect(moved(LANES, 5, { lane: 1, after: null })).toBe(LANES);
    expect(moved(LANES, 11, { lane: 1, after: 11 })).toBe(LANES);
    expect(moved(LANES, 11, { lane: 9, after: null })).toBe(LANES);
    expect(idsOf(moved(LANES, 11, { lane: 1, after: 77 }))).toEqual(idsOf(LANES));
  });

  it("to any place of any lane keeps the set of items", () => {
    const all = idsOf(LANES).flat().sort();
    for (const id of all)
      for (const target of LANES)
        for (const place of placesOf(target, id))
          expect(
            idsOf(moved(LANES, id, place))
              .flat()
              .sort(),
          ).toEqual(all);
  });

  it("names its numbers and those that shift (R2-207)", () => {
    expect(moveTo(LANES, 23, { lane: 1, after: 11 }, "all")).toMatchObject({
      fromNumber: 5,
      toNumber: 2,
      shifted: [2, 4],
    });
    expect(moveTo(LANES, 11, { lane: 2, after: 22 }, "all")).toMatchObject({
      fromNumber: 1,
      toNumber: 4,
      shifted: [2, 4],
    });
    expect(moveTo(LANES, 12, { lane: 2, after: null }, "all")).toMatchObject({
      fromNumber: 2,
      toNumber: 2,
      shifted: null,
    });
    expect(moveTo(LANES, 90, { lane: 1, after: null }, "all")).toMatchObject({ fromNumber: null, shifted: null });
    expect(moveTo(LANES, 23, { lane: 1, after: null }, "lane")).toMatchObject({
      fromNumber: 3,
      toNumber: 1,
      shifted: null,
    });
    expect(moveTo(LANES, 23, { lane: 2, after: null }, "lane")).toMatchObject({
      fromNumber: 3,
      toNumber: 1,
      shifted: [1, 2],
    });
    expect(moveTo(LANES, 5, { lane: 1, after: null }, "all")).toBeNull();
  });

  it("numbers items that are not ended", () => {
    expect(numberOf(LANES, 23, "all")).toBe(5);
    expect(numberOf(LANES, 23, "lane")).toBe(3);
    expect(numberOf(LANES, 90, "all")).toBeNull();
  });
});
