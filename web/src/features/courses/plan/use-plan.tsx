/** The plan of a course on the screen: its filters in the address, its open months, its topic, and its moves. */
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate, keyOf } from "@/api/cache";
import { newId } from "@/api/ids";
import { change } from "@/api/request";
import { useCentreCan } from "@/entities/access/centre";
import { useAddressFilters } from "@/ui/list/use-paged-address";
import type { Order } from "@/ui/order/order-context";
import type { Move } from "@/ui/order/order-model";
import { useOrderMoves } from "@/ui/order/use-order-moves";
import { type CourseCard, CURRICULUM, type Curriculum } from "../course-types";
import { countsOf, findTopic, lanesOf, monthsAfter, movedPlan, type PlanFilter, SHOWS } from "./plan-model";
import { FloatingTopic } from "./topic-facts";

export interface Plan {
  course: CourseCard;
  plan: Curriculum;
  filter: PlanFilter;
  /** Something hides topics: the order can't be changed. */
  filtered: boolean;
  put: (values: Record<string, string>) => void;
  topicId: number | null;
  openTopic: (id: number | null) => void;
  isOpen: (month: number) => boolean;
  toggle: (month: number, open: boolean) => void;
  /** A topic to come into view with the focus, once. */
  revealed: number | null;
  /** Opens the month for its topic. */
  reveal: (topic: number, month: number) => void;
  onRevealed: () => void;
  /** The month chosen in the strip. */
  month: number | undefined;
  chooseMonth: (month: number) => void;
  order: Order;
}

export const planQuery = (courseId: number) => ({ query: { courseId } });

export function usePlan(course: CourseCard, data: Curriculum): Plan {
  const { t } = useTranslation();
  const { search, put } = useAddressFilters();
  const may = useCentreCan(CURRICULUM, "update");
  const filter: PlanFilter = {
    value: search.get("value") ?? "",
    show: SHOWS.find((show) => show === search.get("show")) ?? "all",
    ended: search.get("ended") !== "no",
  };
  const filtered = filter.value !== "" || filter.show !== "all";
  const { shown: plan = data, move } = useOrderMoves<Curriculum, Curriculum>({
    queryKey: keyOf("/curriculum", planQuery(course.id)),
    data,
    versionOf: ({ version }) => version,
    send: ({ id, to }, version) =>
      change("put", "/curriculum/move", {
        body: { id, studyMonthId: to.lane, afterId: to.after, version },
        idempotencyKey: newId(),
      }),
    apply: movedPlan,
    settle: (_, order) => order,
    // The head counts differences from the school.
    onDone: () => void invalidate("/courses/{id}", "/curriculum/{id}"),
  });
  const topicId = Number(search.get("topic")) || null;
  const monthOfTopic = plan.months.find(({ topics }) => topics.some(({ id }) => id === topicId));
  const wanted = plan.months.find(({ id }) => id === Number(search.get("month")));
  const month = (wanted ?? monthOfTopic ?? plan.months[0])?.id;
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  const toggle = (id: number, open: boolean) => setToggled((before) => new Map(before).set(id, open));
  const [revealed, setRevealed] = useState<number | null>(null);
  const order: Order = {
    lanes: lanesOf(plan, filter),
    numbering: "all",
    onMove: (moved) => {
      toggle(moved.to.lane, true);
      move(moved);
    },
    consequenceOf: (wanted) => consequence(wanted, plan, course, t),
    floating: (id) => <FloatingTopic topic={findTopic(plan, id)} />,
    locked: may ? (filtered ? t("courses.plan.lockedByFilter") : undefined) : t("courses.noRight"),
    onReach: (id) => toggle(id, true),
  };
  return {
    course,
    plan,
    filter,
    filtered,
    put,
    topicId,
    openTopic: (id) => put({ topic: id === null ? "" : String(id) }),
    isOpen: (id) => filtered || (toggled.get(id) ?? id === month),
    toggle,
    revealed,
    reveal: (id, monthId) => {
      toggle(monthId, true);
      // a filter may hide it: it would come into view much later, when the filter goes
      if (!filtered) setRevealed(id);
    },
    onRevealed: () => setRevealed(null),
    month,
    chooseMonth: (id) => {
      toggle(id, true);
      put({ month: String(id) });
    },
    order,
  };
}

/** What a move of a topic changes, and what it leaves (D-102). */
function consequence(wanted: Move, plan: Curriculum, course: CourseCard, t: TFunction): string {
  const { shifted } = wanted;
  return [
    shifted
      ? t("courses.plan.shift", { numbers: shifted[0] === shifted[1] ? shifted[0] : `${shifted[0]}–${shifted[1]}` })
      : null,
    ...monthsAfter(plan, wanted).map((month) =>
      t("courses.plan.monthGets", { month: month.name, topics: countsOf(month).topics, lessons: month.lessons }),
    ),
    course.groups.active > 0
      ? t("courses.plan.pastStays", { count: course.groups.active })
      : t("courses.plan.pastStaysOnly"),
  ]
    .filter(Boolean)
    .join(" ");
}
