import { beforeEach, describe, expect, it } from "vitest";
import type { DraftLesson } from "@/entities/homework-database/database-types";
import { loadNamespaces, say, switchLanguage } from "@/i18n/texts";
import { sample } from "@/testing/sample";
import {
  bareChapters,
  boundLessons,
  chapterKey,
  choiceOf,
  differenceWords,
  isBlocked,
  lessonKey,
  sizeOf,
  togetherWith,
} from "./draft-words";

const lesson = (id: number, fields: Partial<DraftLesson> = {}) => sample("DraftLesson", { id, ...fields });
const blocked = { blocked: [sample("Blocking", { code: "text_empty", message: "Variant A matni bo'sh" })] };
const DRAFTS = sample("Drafts", {
  chapters: [
    sample("DraftChapter", { id: 1, change: null, lessons: [lesson(11), lesson(12)] }),
    sample("DraftChapter", { id: 2, change: "changed", lessons: [lesson(21), lesson(22)] }),
    sample("DraftChapter", { id: 3, change: "new", lessons: [lesson(31), lesson(32, blocked)] }),
    sample("DraftChapter", { id: 4, change: "changed", lessons: [] }),
  ],
});
const choice = (...left: string[]) => choiceOf(DRAFTS, new Set(left));

describe("the choice of drafts to publish (D-104)", () => {
  it("is everything that isn't blocked; a changed chapter goes whole where all of it goes", () => {
    expect(choice()).toEqual({ chapterIds: [2, 4], lessonIds: [11, 12, 31] });
    expect(sizeOf(DRAFTS, choice())).toBe(6);
  });

  it("leaves out what is not chosen, and a chapter's name with it", () => {
    expect(choice(lessonKey(12), lessonKey(21), chapterKey(4))).toEqual({ chapterIds: [], lessonIds: [11, 22, 31] });
  });

  it("takes lessons that share a moved homework together, or none of them (D-105)", () => {
    const moved = (lessonId: number) => sample("Blocking", { code: "moved", lessonId });
    const drafts = (...wrong: DraftLesson["blocked"]) =>
      sample("Drafts", {
        chapters: [
          sample("DraftChapter", {
            id: 1,
            change: null,
            lessons: [
              lesson(11, { blocked: [moved(12)] }),
              lesson(12, { blocked: [moved(11), moved(13)] }),
              lesson(13, { blocked: [moved(12), ...wrong] }),
              lesson(14),
            ],
          }),
        ],
      });
    expect([...togetherWith(drafts(), 11)].sort()).toEqual([11, 12, 13]);
    expect(choiceOf(drafts(), new Set()).lessonIds).toEqual([11, 12, 13, 14]);
    expect(choiceOf(drafts(), new Set([lessonKey(13)])).lessonIds).toEqual([14]);
    const incomplete = drafts(sample("Blocking", { code: "text_empty" }));
    expect([11, 12, 13, 14].map((id) => isBlocked(incomplete, id))).toEqual([true, true, true, false]);
    expect(choiceOf(incomplete, new Set()).lessonIds).toEqual([14]);
    // the other lesson has to be among the drafts
    expect(isBlocked(drafts(moved(99)), 11)).toBe(true);
  });

  it("knows chapters that wait alone", () => {
    expect(bareChapters(DRAFTS).map(({ id }) => id)).toEqual([4]);
  });
});

describe("differences in words", () => {
  const nameOf = ({ kind, letter }: { kind: string; letter: string | null }) =>
    kind === "main" ? "Asosiy" : `Variant ${letter}`;
  const lessonName = (id: number) => `1.${id} Dars`;

  beforeEach(async () => {
    await switchLanguage("uz");
    await loadNamespaces(["homeworkDatabase"]);
  });

  it("names each thing once, with what differs in it", () => {
    const differences = [
      sample("Difference", { what: "text", change: "changed", homeworkId: 1, kind: "main" }),
      sample("Difference", { what: "files", change: "changed", homeworkId: 1, kind: "main", files: 1 }),
      sample("Difference", { what: "new", change: "new", homeworkId: 2, kind: "variant", letter: "C" }),
      sample("Difference", { what: "order", change: "order" }),
    ];
    const words = differenceWords({ differences, blocked: [] }, nameOf, lessonName, say);
    expect(words.map(({ change, text }) => [change, text])).toEqual([
      ["changed", "Asosiy: matn, 1 ta fayl"],
      ["new", "Variant C"],
      ["order", "variantlar tartibi"],
    ]);
  });

  it("says of a moved homework where it comes from and where it goes, and binds the two lessons once (D-105)", () => {
    const moved = (homeworkId: number) => sample("Blocking", { code: "moved", homeworkId, lessonId: 2 });
    const exchanged = {
      differences: [
        sample("Difference", { what: "moved", change: "new", homeworkId: 2, kind: "variant", letter: "D" }),
        sample("Difference", { what: "moved", change: "archived", homeworkId: 1, kind: "main" }),
      ],
      blocked: [moved(2), moved(1)],
    };
    expect(differenceWords(exchanged, nameOf, lessonName, say).map(({ change, text }) => [change, text])).toEqual([
      ["changed", "Variant D: «1.2 Dars» darsidan ko'chdi"],
      ["changed", "Asosiy: «1.2 Dars» darsiga ko'chdi"],
    ]);
    expect(boundLessons(exchanged)).toEqual([2]);
  });
});
