import { describe, expect, it } from "vitest";
import type { Chapters } from "@/entities/homework-database/database-types";
import { sample } from "@/testing/sample";
import { filteredTree, inOrder, lessonNumber, movedTree, ROOT, settledTree } from "./tree-model";

const lesson = (id: number, fields = {}) => sample("TreeLesson", { id, name: `Dars ${id}`, ...fields });
const chapter = (id: number, position: number, ...lessons: ReturnType<typeof lesson>[]) =>
  sample("TreeChapter", {
    id,
    name: `Bob ${id}`,
    position,
    lessons: lessons.map((one, at) => ({ ...one, position: at + 1 })),
  });
const TREE = sample("Chapters", {
  version: 3,
  chapters: [chapter(1, 1, lesson(11), lesson(12, { change: "changed" })), chapter(2, 2, lesson(21)), chapter(3, 3)],
});
const idsOf = ({ chapters }: Pick<Chapters, "chapters">) =>
  chapters.map(({ id, lessons }) => [id, ...lessons.map((one) => one.id)]);
const move = (id: number, lane: number, after: number | null) => ({
  id,
  name: "",
  from: { lane, after: null },
  to: { lane, after },
  fromNumber: null,
  toNumber: null,
  shifted: null,
});

describe("the tree of the database", () => {
  it("moves chapters with their lessons, and lessons between chapters (D-103)", () => {
    expect(idsOf(movedTree(TREE, move(2, ROOT, null)))).toEqual([[2, 21], [1, 11, 12], [3]]);
    const next = movedTree(TREE, move(12, 3, null));
    expect(idsOf(next)).toEqual([
      [1, 11],
      [2, 21],
      [3, 12],
    ]);
    expect(lessonNumber(next, 12)).toBe("3.1");
    expect(lessonNumber(next, 99)).toBe("");
  });

  it("takes the server's order after a stale move, without what is unknown here", () => {
    const order = {
      version: 8,
      chapters: [
        {
          id: 3,
          name: "Bob 3",
          lessons: [
            { id: 11, name: "Dars 11" },
            { id: 77, name: "Yangi" },
          ],
        },
        { id: 1, name: "Bob 1", lessons: [{ id: 12, name: "Dars 12" }] },
        { id: 2, name: "Bob 2", lessons: [{ id: 21, name: "Dars 21" }] },
      ],
    };
    const settled = settledTree(TREE, order);
    expect(idsOf(settled)).toEqual([
      [3, 11],
      [1, 12],
      [2, 21],
    ]);
    expect(settled.version).toBe(8);
    expect(settled.chapters.map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  it("is filtered by a name of lesson or chapter, or to what is not published", () => {
    const found = (value: string, drafts = false) => idsOf({ chapters: filteredTree(TREE, { value, drafts }) });
    expect(found("")).toEqual([[1, 11, 12], [2, 21], [3]]);
    expect(found("дарс 21")).toEqual([[2, 21]]);
    expect(found("bob 1")).toEqual([[1, 11, 12]]);
    expect(found("", true)).toEqual([[1, 12]]);
  });

  it("has the lessons in whose homework the server found the word (R2-070)", () => {
    const texts = new Set([11, 21]);
    expect(idsOf({ chapters: filteredTree(TREE, { value: "jadval", drafts: false, texts }) })).toEqual([
      [1, 11],
      [2, 21],
    ]);
    expect(filteredTree(TREE, { value: "jadval", drafts: true, texts })).toEqual([]);
  });

  it("lists found homework as its lesson does (R2-070)", () => {
    const found = (id: number, kind: "main" | "variant", letter: string | null) =>
      sample("DatabaseHomeworkRow", { id, kind, letter });
    const newestFirst = [
      found(5, "variant", null),
      found(4, "variant", "B"),
      found(3, "variant", "A"),
      found(2, "main", null),
    ];
    expect(inOrder(newestFirst).map(({ id }) => id)).toEqual([2, 3, 4, 5]);
  });
});
