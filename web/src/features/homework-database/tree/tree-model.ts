/** The tree of the database as plain values: its orders, its filter, a move before the server has answered. */
import type { Answer } from "@/api/request";
import type { Chapters, TreeChapter, TreeLesson } from "@/entities/homework-database/database-types";
import { foldLoose } from "@/lib/folding";
import { type Lane, type Move, moved } from "@/ui/order/order-model";

export type TreeOrder = Answer<"put", "/homework-db/lessons/move">;

/** The one lane of chapters; lessons have a lane in each chapter. */
export const ROOT = 0;
export const CHAPTERS = "chapters";
export const LESSONS = "lessons";

export const chapterLanes = ({ chapters, course }: Chapters): Lane[] => [
  { id: ROOT, name: course.name, items: chapters.map(({ id, name }) => ({ id, name })) },
];
export const lessonLanes = ({ chapters }: Chapters): Lane[] =>
  chapters.map(({ id, name, lessons }) => ({
    id,
    name,
    items: lessons.map((lesson) => ({ id: lesson.id, name: lesson.name })),
  }));

/** The tree after a move of a chapter or a lesson, numbered again. */
export function movedTree(tree: Chapters, { id, to }: Move): Chapters {
  if (to.lane === ROOT) {
    const [lane] = moved([{ id: ROOT, items: tree.chapters }], id, to);
    return { ...tree, chapters: numbered(lane?.items ?? tree.chapters) };
  }
  const lanes = tree.chapters.map((chapter) => ({ id: chapter.id, chapter, items: chapter.lessons }));
  return {
    ...tree,
    chapters: moved(lanes, id, to).map(({ chapter, items }) => ({ ...chapter, lessons: numbered(items) })),
  };
}

const numbered = <T extends { position: number }>(items: readonly T[]): T[] =>
  items.map((item, index) => ({ ...item, position: index + 1 }));

/** The tree in the server's order; what was added meanwhile is shown with the next read. */
export function settledTree(tree: Chapters, order: TreeOrder): Chapters {
  const chapters = new Map(tree.chapters.map((chapter) => [chapter.id, chapter]));
  const lessons = new Map(tree.chapters.flatMap((chapter) => chapter.lessons).map((lesson) => [lesson.id, lesson]));
  const next = order.chapters.flatMap(({ id, lessons: ordered }): TreeChapter[] => {
    const chapter = chapters.get(id);
    const known = ordered.flatMap((one): TreeLesson[] => [lessons.get(one.id) ?? []].flat());
    return chapter ? [{ ...chapter, lessons: numbered(known) }] : [];
  });
  return { ...tree, chapters: numbered(next), version: order.version };
}

export interface TreeFilter {
  value: string;
  /** Only what differs from what is published. */
  drafts: boolean;
  /** Lessons with a homework in whose text the server has found the value. */
  texts?: ReadonlySet<number>;
}

/** Chapters with the lessons that the filter leaves; a chapter found by its name keeps all of its own. */
export function filteredTree({ chapters }: Chapters, { value, drafts, texts }: TreeFilter): TreeChapter[] {
  const wanted = foldLoose(value);
  const found = (name: string) => foldLoose(name).includes(wanted);
  return chapters.flatMap((chapter) => {
    const lessons = chapter.lessons.filter(
      (lesson) =>
        (!drafts || lesson.change !== null) && (found(lesson.name) || found(chapter.name) || texts?.has(lesson.id)),
    );
    const stays = lessons.length > 0 || (found(chapter.name) && (!drafts || chapter.change !== null));
    return stays ? [{ ...chapter, lessons }] : [];
  });
}

type Lettered = Pick<Answer<"get", "/homework-db">["homework"][number], "kind" | "letter">;

/** Homework as its lesson lists it: the main one, the variants by letter, and the archive, which has none. */
export function inOrder<T extends Lettered>(homework: readonly T[]): T[] {
  const placeOf = ({ kind, letter }: T) => (kind === "main" ? "" : (letter ?? "ZZ"));
  return [...homework].sort((one, other) => placeOf(one).localeCompare(placeOf(other)));
}

/** "2.4": the chapter's and the lesson's number. */
export function lessonNumber({ chapters }: Pick<Chapters, "chapters">, id: number): string {
  for (const chapter of chapters) {
    const lesson = chapter.lessons.find((one) => one.id === id);
    if (lesson) return `${chapter.position}.${lesson.position}`;
  }
  return "";
}
