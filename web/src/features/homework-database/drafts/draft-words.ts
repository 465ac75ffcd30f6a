/** What differs from what is published, in words, and what of it is chosen to publish. */
import type { TFunction } from "i18next";
import type { Change, DraftLesson, Drafts, Kind } from "@/entities/homework-database/database-types";
import { groupBy } from "../group-by";

export interface DifferenceWords {
  key: string;
  change: Change;
  text: string;
}

type NameOf = (of: { kind: Kind; letter: string | null }) => string;
type Differing = Pick<DraftLesson, "differences" | "blocked">;

/** The lessons that a moved homework binds to this one. */
export const boundLessons = ({ blocked }: Pick<DraftLesson, "blocked">): number[] => [
  ...new Set(blocked.flatMap(({ code, lessonId }) => (code === "moved" && lessonId != null ? [lessonId] : []))),
];

/** One entry for each thing that differs: "Asosiy: matn, 1 ta fayl"; of a moved homework, where from or where to. */
export function differenceWords(
  { differences, blocked }: Differing,
  nameOf: NameOf,
  lessonName: (id: number) => string,
  t: TFunction,
): DifferenceWords[] {
  const things = groupBy(differences, ({ homeworkId, change }) => `${homeworkId ?? "lesson"} ${change}`);
  return [...things].map(([key, parts]) => {
    const [{ change, homeworkId, kind, letter }] = parts as [(typeof parts)[number]];
    const words = parts.map(({ what, files }) =>
      what === "files" ? t("homeworkDatabase.fileCount", { count: files }) : t(`homeworkDatabase.what.${what}`),
    );
    const name = kind == null || homeworkId == null ? "" : nameOf({ kind, letter: letter ?? null });
    const other = blocked.find((one) => one.code === "moved" && one.homeworkId === homeworkId)?.lessonId;
    if (other != null && parts.some(({ what }) => what === "moved")) {
      const way = change === "new" ? "homeworkDatabase.movedFrom" : "homeworkDatabase.movedTo";
      return { key, change: "changed", text: t(way, { name, lesson: lessonName(other) }) };
    }
    // A whole thing is new or goes: its name says it.
    const whole = change === "new" || change === "archived";
    return { key, change, text: name ? (whole ? name : `${name}: ${words.join(", ")}`) : words.join(", ") };
  });
}

export const lessonsOf = ({ chapters }: Drafts) => chapters.flatMap(({ lessons }) => lessons);

/** The lesson and those that a moved homework binds to it: published and discarded together (D-105). */
export function togetherWith(drafts: Drafts, lesson: number): ReadonlySet<number> {
  const found = new Set([lesson]);
  // A set also walks what is added to it meanwhile.
  for (const id of found)
    for (const other of boundLessons(lessonsOf(drafts).find((one) => one.id === id) ?? { blocked: [] }))
      found.add(other);
  return found;
}

/** Something is wrong with the lesson, or with one that goes together with it. */
export function isBlocked(drafts: Drafts, lesson: number): boolean {
  const together = togetherWith(drafts, lesson);
  const present = lessonsOf(drafts).filter(({ id }) => together.has(id));
  return present.length < together.size || present.some(({ blocked }) => blocked.some(({ code }) => code !== "moved"));
}

/** Neither the lesson nor one that goes together with it is left out. */
export function isChosen(drafts: Drafts, lesson: number, left: ReadonlySet<string>): boolean {
  return !isBlocked(drafts, lesson) && ![...togetherWith(drafts, lesson)].some((id) => left.has(lessonKey(id)));
}

/** A chapter whose own name waits for publication, and nothing in it. */
export const bareChapters = ({ chapters }: Drafts) =>
  chapters.filter(({ change, lessons }) => change !== null && lessons.length === 0);

export interface Choice {
  chapterIds: number[];
  lessonIds: number[];
}

/**
 * What the call takes: a changed chapter of which everything is chosen goes as a whole, with its name; of any other the
 * chosen lessons. `left` are the lessons and bare chapters that are not chosen.
 */
export function choiceOf(drafts: Drafts, left: ReadonlySet<string>): Choice {
  const choice: Choice = { chapterIds: [], lessonIds: [] };
  for (const chapter of drafts.chapters) {
    const chosen = chapter.lessons.filter(({ id }) => isChosen(drafts, id, left));
    const bare = chapter.lessons.length === 0;
    const whole = chapter.change !== null && chosen.length === chapter.lessons.length;
    if (whole && (!bare || !left.has(chapterKey(chapter.id)))) choice.chapterIds.push(chapter.id);
    else choice.lessonIds.push(...chosen.map(({ id }) => id));
  }
  return choice;
}

export const lessonKey = (id: number) => `lesson ${id}`;
export const chapterKey = (id: number) => `chapter ${id}`;

/** Number of lessons, and of chapters without any, that the choice publishes. */
export function sizeOf(drafts: Drafts, { chapterIds, lessonIds }: Choice): number {
  const whole = drafts.chapters.filter(({ id }) => chapterIds.includes(id));
  return lessonIds.length + whole.reduce((sum, { lessons }) => sum + Math.max(1, lessons.length), 0);
}
