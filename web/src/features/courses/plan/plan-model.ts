/** The course plan as plain values: its lanes, filters and counts, and a move before the server has answered. */
import { type Lane, type Move, moved } from "@/ui/order/order-model";
import type { Curriculum, CurriculumMonth, Topic } from "../course-types";
import { matches } from "../matches";

export const SHOWS = ["all", "differs", "own"] as const;
export type Show = (typeof SHOWS)[number];

export interface PlanFilter {
  value: string;
  show: Show;
  /** Ended topics are shown. */
  ended: boolean;
}

export const isEnded = ({ endedAt }: Topic) => endedAt !== null;
/** Renamed here, while the school calls it otherwise. */
export const isRenamed = ({ school, schoolName }: Topic) => school && schoolName !== null;
/** Of the school, and renamed or ended here. */
export const isDifferent = ({ school, differs }: Topic) => school && differs;
export const topicsOf = ({ months }: Curriculum) => months.flatMap(({ topics }) => topics);
export const findTopic = (plan: Curriculum, id: number) => topicsOf(plan).find((topic) => topic.id === id);

const SHOWN: Record<Show, (topic: Topic) => boolean> = {
  all: () => true,
  differs: isDifferent,
  own: ({ school }) => !school,
};

export function isShown(topic: Topic, { value, show, ended }: PlanFilter): boolean {
  return (ended || !isEnded(topic)) && SHOWN[show](topic) && matches(topic.name, value);
}

/** Numbers of the topics that each choice would show. */
export function showCounts(plan: Curriculum, ended: boolean): Record<Show, number> {
  const topics = topicsOf(plan).filter((topic) => ended || !isEnded(topic));
  return {
    all: topics.length,
    differs: topics.filter(SHOWN.differs).length,
    own: topics.filter(SHOWN.own).length,
  };
}

/** The plan's months as the order widget takes them. */
export function lanesOf(plan: Curriculum, filter: PlanFilter): Lane[] {
  return plan.months.map(({ id, name, topics }) => ({
    id,
    name,
    items: topics
      .filter((topic) => isShown(topic, filter))
      .map((topic) => ({ id: topic.id, name: topic.name, unnumbered: isEnded(topic) })),
  }));
}

/** The plan after a move, numbered again. */
export function movedPlan(plan: Curriculum, { id, to }: Pick<Move, "id" | "to">): Curriculum {
  const lanes = plan.months.map((month) => ({ id: month.id, month, items: month.topics }));
  let number = 0;
  const months = moved(lanes, id, to).map(({ month, items }) => {
    const topics = items.map((topic, index) => {
      if (!isEnded(topic)) number += 1;
      return { ...topic, position: index + 1, number: isEnded(topic) ? null : number };
    });
    return { ...month, topics, lessons: lessonsOf(month, topics) };
  });
  return { ...plan, months };
}

/** R2-312, as the server counts them. */
const lessonsOf = ({ followsTopics, lessons }: CurriculumMonth, topics: readonly Topic[]): number =>
  followsTopics ? Math.max(1, topics.filter((topic) => !isEnded(topic)).length) : lessons;

/** The month that a move takes the topic from and the one that gets it, as they will be; none within a month. */
export function monthsAfter(plan: Curriculum, { id, from, to }: Pick<Move, "id" | "from" | "to">): CurriculumMonth[] {
  if (from.lane === to.lane) return [];
  const { months } = movedPlan(plan, { id, to });
  return [from.lane, to.lane].flatMap((lane) => months.find((month) => month.id === lane) ?? []);
}

export interface MonthCounts {
  topics: number;
  homework: number;
  /** More topics than lessons: some lesson would need two. */
  surplus: number;
  /** Topics without homework. */
  bare: number;
}

export function countsOf({ topics, lessons }: CurriculumMonth): MonthCounts {
  const current = topics.filter((topic) => !isEnded(topic));
  return {
    topics: current.length,
    homework: current.reduce((sum, { homework }) => sum + homework, 0),
    surplus: Math.max(0, current.length - lessons),
    bare: current.filter(({ homework }) => homework === 0).length,
  };
}
