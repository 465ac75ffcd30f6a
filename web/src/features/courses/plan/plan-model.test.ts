import { describe, expect, it } from "vitest";
import { sample } from "@/testing/sample";
import type { Topic } from "../course-types";
import { countsOf, isShown, lanesOf, monthsAfter, movedPlan, showCounts, topicsOf } from "./plan-model";

const topic = (id: number, fields: Partial<Topic> = {}): Topic =>
  sample("CurriculumTopic", { id, name: `Mavzu ${id}`, school: true, number: id, ...fields });
const PLAN = sample("Curriculum", {
  version: 4,
  months: [
    sample("CurriculumMonth", { id: 1, name: "1-oy", lessons: 2, topics: [topic(1), topic(2, { school: false })] }),
    sample("CurriculumMonth", {
      id: 2,
      name: "2-oy",
      lessons: 1,
      topics: [
        topic(3, { homework: 2 }),
        topic(9, { endedAt: "2026-01-01T00:00:00Z", number: null, homework: 7, school: false, differs: true }),
        topic(4, { schoolName: "Funksiyalar 1", differs: true }),
      ],
    }),
  ],
});
const ALL = { value: "", show: "all", ended: true } as const;
const move = (id: number, lane: number, after: number | null) => ({
  id,
  name: "",
  from: { lane: 0, after: null },
  to: { lane, after },
  fromNumber: null,
  toNumber: null,
  shifted: null,
});

describe("the course plan", () => {
  it("numbers topics through the course, ended ones apart (R2-207)", () => {
    const next = movedPlan(PLAN, move(4, 1, null));
    expect(topicsOf(next).map(({ id, number, position }) => [id, number, position])).toEqual([
      [4, 1, 1],
      [1, 2, 2],
      [2, 3, 3],
      [3, 4, 1],
      [9, null, 2],
    ]);
    expect(next.version).toBe(4);
  });

  it("has as many lessons in a month as topics after a move, where no number is set (R2-312)", () => {
    const following = { ...PLAN, months: PLAN.months.map((month) => ({ ...month, followsTopics: true })) };
    const months = (plan: typeof PLAN, id: number, from: number, to: number) =>
      monthsAfter(plan, { id, from: { lane: from, after: null }, to: { lane: to, after: null } }).map((month) => [
        month.id,
        countsOf(month).topics,
        month.lessons,
      ]);
    const source = [1, 1, 1];
    expect(months(following, 1, 1, 2)).toEqual([source, [2, 3, 3]]);
    expect(movedPlan(following, move(1, 2, null)).months.map(({ lessons }) => lessons)).toEqual([1, 3]);
    // an ended topic has no lesson
    expect(months(following, 9, 2, 1)).toEqual([
      [2, 2, 2],
      [1, 2, 2],
    ]);
    // set numbers stay
    expect(months(PLAN, 1, 1, 2)).toEqual([
      [1, 1, 2],
      [2, 3, 1],
    ]);
    expect(months(following, 1, 1, 1)).toEqual([]);
  });

  it("filters by name in any spelling, by difference, by origin, and hides what has ended", () => {
    const shown = (filter: Parameters<typeof isShown>[1]) =>
      topicsOf(PLAN)
        .filter((one) => isShown(one, filter))
        .map(({ id }) => id);
    expect(shown({ ...ALL, ended: false })).toEqual([1, 2, 3, 4]);
    expect(shown({ ...ALL, show: "differs" })).toEqual([4]);
    expect(shown({ ...ALL, show: "own" })).toEqual([2, 9]);
    expect(shown({ ...ALL, value: "мавзу 3" })).toEqual([3]);
    expect(shown({ ...ALL, value: "yo'q" })).toEqual([]);
    expect(showCounts(PLAN, true)).toEqual({ all: 5, differs: 1, own: 2 });
    expect(showCounts(PLAN, false).all).toBe(4);
  });

  it("gives every month a lane, an empty one too", () => {
    expect(lanesOf(PLAN, { ...ALL, show: "own" })).toEqual([
      { id: 1, name: "1-oy", items: [{ id: 2, name: "Mavzu 2", unnumbered: false }] },
      { id: 2, name: "2-oy", items: [{ id: 9, name: "Mavzu 9", unnumbered: true }] },
    ]);
  });

  it("counts what a month lacks, without ended topics", () => {
    expect(PLAN.months.map(countsOf)).toEqual([
      { topics: 2, homework: 0, surplus: 0, bare: 2 },
      { topics: 2, homework: 2, surplus: 1, bare: 1 },
    ]);
  });
});
