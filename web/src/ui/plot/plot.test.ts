import { describe, expect, it } from "vitest";
import { beginOf, figuresOf, type PlotData, placeOfKey, tickStep } from "./plot";
import { sparklinePoints } from "./sparkline";

describe("the keys of a plot", () => {
  it("begin at the last place, the newest", () => {
    expect(placeOfKey("ArrowLeft", null, 22)).toBe(21);
    expect(placeOfKey("Home", null, 22)).toBe(0);
  });

  it("move by one place, by a week, and to the ends, and stop there", () => {
    expect(placeOfKey("ArrowLeft", 21, 22)).toBe(20);
    expect(placeOfKey("ArrowRight", 20, 22)).toBe(21);
    expect(placeOfKey("ArrowRight", 21, 22)).toBe(21);
    expect(placeOfKey("PageDown", 10, 22)).toBe(3);
    expect(placeOfKey("PageDown", 3, 22)).toBe(0);
    expect(placeOfKey("PageUp", 10, 22)).toBe(17);
    expect(placeOfKey("End", 3, 22)).toBe(21);
  });

  it("begin at the first place of an order that has its best there", () => {
    expect(placeOfKey("ArrowRight", null, 10, 0)).toBe(0);
    expect(placeOfKey("ArrowRight", 0, 10, 0)).toBe(1);
    expect(placeOfKey("End", null, 10, 0)).toBe(9);
    expect(placeOfKey("ArrowLeft", null, 1, 0)).toBe(0);
  });

  it("leave other keys, and a plot without places, alone", () => {
    expect(placeOfKey("Tab", 3, 22)).toBeNull();
    expect(placeOfKey("ArrowLeft", null, 0)).toBeNull();
  });
});

describe("the figures of a place", () => {
  const plot: PlotData = { label: "", placeName: "", barNames: ["Davomat", "Imtihon"], lineName: "KPI", places: [] };
  const place = { tick: "", name: "", bars: [91, null], line: 1457 };

  it("are named in the order of the bars, with a dash where there is none", () => {
    const words = figuresOf(plot, place, "uz").map(({ name, words }) => [name, words.replace(/\s/g, " ")]);
    expect(words).toEqual([
      ["Davomat", "91"],
      ["Imtihon", "—"],
      ["KPI", "1 457"],
    ]);
  });

  it("are percentages in a plot of shares", () => {
    const words = figuresOf({ ...plot, percent: true }, { ...place, line: 0 }, "uz").map(({ words }) => words);
    expect(words).toEqual(["91,0%", "—", "0,0%"]);
  });

  it("begin with the newest or, of an order, with the first", () => {
    const places = [place, place, place];
    expect(beginOf({ ...plot, places })).toBe(2);
    expect(beginOf({ ...plot, places, begin: "first" })).toBe(0);
  });
});

it("labels below the axis do not touch", () => {
  expect(tickStep(22, 1100, 34)).toBe(1);
  expect(tickStep(31, 310, 34)).toBe(4);
  expect(tickStep(366, 1100, 45)).toBe(16);
  expect(tickStep(5, 0, 34)).toBe(5);
});

describe("a sparkline", () => {
  it("runs from left to right with the highest value at the top", () => {
    expect(sparklinePoints([0, 10, 5], 54, 20)).toEqual([
      { x: 2.5, y: 17.5 },
      { x: 27, y: 2.5 },
      { x: 51.5, y: 10 },
    ]);
  });

  it("leaves places without a value out, and is level where all are equal", () => {
    expect(sparklinePoints([4, null, 4], 54, 20)).toEqual([
      { x: 2.5, y: 10 },
      { x: 51.5, y: 10 },
    ]);
    expect(sparklinePoints([null], 54, 20)).toEqual([]);
  });
});
