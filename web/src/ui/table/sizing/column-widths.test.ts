import { describe, expect, it } from "vitest";
import {
  type ColumnNeed,
  foldHeader,
  fromStored,
  READABLE_NAME,
  READABLE_TEXT,
  shareWidth,
  toStored,
} from "./column-widths";

const rigid = (id: string, natural: number): ColumnNeed => ({ id, natural, narrow: natural, header: natural });
const text = (id: string, natural: number, wrapped?: number): ColumnNeed => ({
  id,
  natural,
  narrow: natural,
  header: 60,
  flexible: { kind: "text", ...(wrapped ? { wrapped } : {}) },
});
const name = (natural: number): ColumnNeed => ({
  id: "name",
  natural,
  narrow: natural,
  header: 60,
  flexible: { kind: "name" },
});
const sum = (widths: Record<string, number>) => Object.values(widths).reduce((total, width) => total + width, 0);

describe("the width of a table", () => {
  it("is used up to the last pixel", () => {
    const needs = [rigid("id", 61), name(233), text("teacher", 177), rigid("date", 103)];
    for (const available of [600, 811, 1067, 1440]) expect(sum(shareWidth(needs, available))).toBe(available);
  });

  it("never truncates what doesn't declare it", () => {
    const widths = shareWidth([rigid("id", 60), name(500), rigid("date", 100)], 380);
    expect(widths).toMatchObject({ id: 60, date: 100, name: 220 });
  });

  it("makes a name readable before other text grows", () => {
    const widths = shareWidth([name(400), text("teacher", 300), rigid("date", 100)], READABLE_NAME + 88 + 100);
    expect(widths).toEqual({ name: READABLE_NAME, teacher: 88, date: 100 });
  });

  it("makes other text readable before a name takes more", () => {
    const needs = [name(600), text("teacher", 500), rigid("date", 100)];
    const widths = shareWidth(needs, READABLE_NAME + READABLE_TEXT + 100);
    expect(widths).toEqual({ name: READABLE_NAME, teacher: READABLE_TEXT, date: 100 });
  });

  it("gives slack to nobody while text is truncated", () => {
    const widths = shareWidth([name(300), text("teacher", 260), rigid("date", 100)], 650);
    expect(widths.date).toBe(100);
    const wide = shareWidth([name(300), text("teacher", 260), rigid("date", 100)], 1320);
    expect(wide).toEqual({ name: 600, teacher: 520, date: 200 });
  });

  it("brings texts that lack the same equally far", () => {
    const widths = shareWidth([text("teacher", 188), text("course", 188)], 88 + 88 + 60);
    expect(widths).toEqual({ teacher: 118, course: 118 });
  });

  it("overflows rather than go below a column's least", () => {
    const widths = shareWidth([name(400), text("hours", 300, 156), rigid("date", 100)], 200);
    expect(widths).toEqual({ name: 176, hours: 156, date: 100 });
  });

  it("keeps a name that wraps as narrow as its two lines", () => {
    const needs = [
      { id: "name", natural: 400, narrow: 400, header: 60, flexible: { kind: "name", wrapped: 148 } } as const,
      rigid("date", 100),
    ];
    expect(shareWidth(needs, 240)).toEqual({ name: 148, date: 100 });
  });

  it("grows text that wraps after all that is truncated", () => {
    const needs = [text("hours", 210, 156), text("course", 200)];
    expect(shareWidth(needs, 300)).toEqual({ hours: 156, course: 144 });
    expect(shareWidth(needs, 380)).toEqual({ hours: 180, course: 200 });
  });

  it("leaves a width that the user set", () => {
    const needs = [name(300), text("teacher", 260), rigid("date", 100)];
    expect(shareWidth(needs, 700, { teacher: 90 })).toMatchObject({ teacher: 90 });
    expect(sum(shareWidth(needs, 700, { teacher: 90 }))).toBe(700);
    expect(shareWidth(needs, 700, { date: 400, teacher: 400 })).toMatchObject({ date: 400, teacher: 400, name: 276 });
  });

  it("takes what a wider column needs from others, never from a readable name", () => {
    const office = { id: "office", natural: 160, narrow: 100, header: 100 };
    const needs = [name(400), office, rigid("date", 100)];
    const before = shareWidth(needs, 500);
    expect(before).toEqual({ name: 300, office: 100, date: 100 });
    expect(shareWidth(needs, 500, { date: 116 })).toEqual({ name: 284, office: 100, date: 116 });
    expect(shareWidth(needs, 500, { date: 140 })).toEqual({ name: READABLE_NAME, office: 100, date: 140 });
  });

  it("folds a header into two lines before a name is cut", () => {
    const papers = { id: "papers", natural: 150, narrow: 90, header: 90 };
    expect(shareWidth([name(300), papers], 390)).toEqual({ name: 300, papers: 90 });
    expect(shareWidth([name(300), papers], 420)).toEqual({ name: 300, papers: 120 });
  });

  it.each([
    ["Рабочий статус", "Рабочий\nстатус"],
    ["Посещае\u00adмость", "Посещае-\nмость"],
    ["O'qish turi bo'yicha", "O'qish turi\nbo'yicha"],
    ["Davomat", "Davomat"],
  ])("breaks the header %j into %j", (label, folded) => expect(foldHeader(label)).toBe(folded));

  it("is stored as words and read back, without what makes no sense", () => {
    expect(fromStored(toStored({ teacher: 180.4, "a:b": 99 }))).toEqual({ teacher: 180, "a:b": 99 });
    expect(fromStored(["teacher:0", "x", ":90", "course:9000", "office:x"])).toEqual({});
    expect(fromStored(undefined)).toEqual({});
  });
});
