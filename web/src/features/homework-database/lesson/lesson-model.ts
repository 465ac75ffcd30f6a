/** A lesson of the database as plain values: its variants as an order, a move before the server has answered. */
import type { Answer } from "@/api/request";
import type { DatabaseHomework, DatabaseLesson } from "@/entities/homework-database/database-types";
import { type Lane, type Move, moved } from "@/ui/order/order-model";

/** The homework that is being added: it has no id yet. */
export const NEW = "new";
/** The homework shown below the lesson. */
export type Chosen = number | typeof NEW | null;

export const VARIANTS = "variants";

/** Archived, or to be with the next publication. */
export const isGone = ({ isArchived, change }: DatabaseHomework) => isArchived || change === "archived";

const isVariant = (homework: DatabaseHomework) => homework.kind === "variant" && !isGone(homework);

const FIRST_LETTER = "A".charCodeAt(0);
/** 1 is A. */
export const letterOf = (number: number): string => String.fromCharCode(FIRST_LETTER + number - 1);

/** The one lane of a lesson; the main homework is always first and stands outside of it. */
export function variantLanes(lesson: DatabaseLesson, nameOf: (homework: DatabaseHomework) => string): Lane[] {
  return [
    {
      id: lesson.id,
      name: lesson.name,
      items: lesson.homework.filter(isVariant).map((one) => ({ id: one.id, name: nameOf(one) })),
    },
  ];
}

/** The lesson after a move of a variant, lettered again. */
export function movedHomework(lesson: DatabaseLesson, { id, to }: Move): DatabaseLesson {
  const [lane] = moved([{ id: lesson.id, items: lesson.homework.filter(isVariant) }], id, to);
  const variants = (lane?.items ?? []).map((one, index) => ({ ...one, letter: letterOf(index + 1) }));
  const others = (kept: (homework: DatabaseHomework) => boolean) =>
    lesson.homework.filter((one) => !isVariant(one) && kept(one));
  return {
    ...lesson,
    homework: [...others((one) => !isGone(one)), ...variants, ...others(isGone)],
  };
}

/** The lesson in the server's order; what it doesn't name stays behind. */
export function settledHomework(lesson: DatabaseLesson, order: Answer<"put", "/homework-db/move">): DatabaseLesson {
  const known = new Map(lesson.homework.map((one) => [one.id, one]));
  const ordered = order.homework.flatMap(({ id, kind, letter, position }) => {
    const one = known.get(id);
    known.delete(id);
    return one ? [{ ...one, kind, letter, position }] : [];
  });
  return { ...lesson, version: order.version, homework: [...ordered, ...known.values()] };
}
