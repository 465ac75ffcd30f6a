import { describe, expect, it } from "vitest";
import type { DatabaseHomework, DatabaseLesson } from "@/entities/homework-database/database-types";
import { sample } from "@/testing/sample";
import { letterOf, movedHomework, settledHomework, variantLanes } from "./lesson-model";

const homework = (id: number, fields: Partial<DatabaseHomework> = {}) =>
  sample("DatabaseHomeworkCard", { id, kind: "variant", ...fields });
const LESSON: DatabaseLesson = sample("DatabaseLessonCard", {
  id: 5,
  version: 2,
  homework: [
    homework(1, { kind: "main" }),
    homework(2, { letter: "A" }),
    homework(3, { letter: "B" }),
    homework(4, { letter: "C", change: "archived" }),
  ],
});
const lettersOf = (lesson: DatabaseLesson) => lesson.homework.map(({ id, letter }) => [id, letter]);

describe("the homework of a lesson", () => {
  it("has an order of variants alone: neither the main one nor what goes to the archive moves (D-104)", () => {
    const [lane] = variantLanes(LESSON, ({ letter }) => `Variant ${letter}`);
    expect(lane?.items.map(({ id }) => id)).toEqual([2, 3]);
  });

  it("letters the variants again after a move", () => {
    const wanted = {
      id: 3,
      name: "",
      from: { lane: 5, after: 2 },
      to: { lane: 5, after: null },
      fromNumber: 2,
      toNumber: 1,
      shifted: null,
    };
    expect(lettersOf(movedHomework(LESSON, wanted))).toEqual([
      [1, null],
      [3, "A"],
      [2, "B"],
      [4, "C"],
    ]);
    expect(letterOf(3)).toBe("C");
  });

  it("takes the server's order and version after a stale move", () => {
    const order = {
      lessonId: 5,
      version: 9,
      homework: [
        { id: 3, kind: "main" as const, letter: null, position: 1 },
        { id: 1, kind: "variant" as const, letter: "A", position: 2 },
        { id: 77, kind: "variant" as const, letter: "B", position: 3 },
      ],
    };
    const settled = settledHomework(LESSON, order);
    expect(settled.version).toBe(9);
    expect(settled.homework.map(({ id, kind }) => [id, kind])).toEqual([
      [3, "main"],
      [1, "variant"],
      [2, "variant"],
      [4, "variant"],
    ]);
  });
});
