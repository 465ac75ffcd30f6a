/** The order of study courses, by drag and drop (R2-064, D-103). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newId } from "@/api/ids";
import { change } from "@/api/request";
import type { QueryState } from "@/api/use-read";
import { useCentreCan } from "@/entities/access/centre";
import { useLive } from "@/lib/live/use-live";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyCard } from "@/ui/feedback/states";
import { SearchBox } from "@/ui/list/filters/search-box";
import { useAddressFilters } from "@/ui/list/use-paged-address";
import { MoveDialog } from "@/ui/order/move-dialog";
import { OrderBoard } from "@/ui/order/order-board";
import type { Order } from "@/ui/order/order-context";
import { OrderKeys, OrderLine } from "@/ui/order/order-line";
import { type Move, moved } from "@/ui/order/order-model";
import { LaneSlot } from "@/ui/order/order-row";
import { useOrderMoves } from "@/ui/order/use-order-moves";
import { COURSES, type CourseRow } from "../course-types";
import { matches } from "../matches";
import { ALL_COURSES, type CourseOrder, useAllCourses } from "./all-courses";
import { CourseLine } from "./course-line";

/** The order has no parts: one lane. */
const LANE = 1;

export function CourseOrderScreen() {
  const { t } = useTranslation();
  useLive("curriculum", ["/courses"]);
  const query = useAllCourses();
  const read: QueryState<CourseOrder> = {
    state: query.data?.forbidden ? "forbidden" : query.data ? "ready" : query.isError ? "failed" : "loading",
    data: query.data?.data,
    error: query.error,
    busy: query.isFetching,
    isPlaceholder: false,
    slow: false,
    refetch: () => void query.refetch(),
  };
  return (
    <Page title={t("courses.order.title")} note={t("courses.order.note")}>
      <Loaded of={read}>
        {(order) =>
          order.courses.length === 0 ? (
            <EmptyCard title={t("courses.none")} text={t("courses.noneText")} />
          ) : (
            <Courses of={order} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Courses({ of: order }: { of: CourseOrder }) {
  const { t } = useTranslation();
  const { search, put } = useAddressFilters();
  const [moving, setMoving] = useState<number | null>(null);
  const may = useCentreCan(COURSES, "update");
  const value = search.get("value") ?? "";
  const { shown = order, move } = useOrderMoves<CourseOrder, OrderAnswer>({
    queryKey: ALL_COURSES,
    data: order,
    versionOf: ({ version }) => version,
    send: ({ id, to }, version) =>
      change("put", "/courses/move", { body: { id, afterId: to.after, version }, idempotencyKey: newId() }),
    apply: applied,
    settle: settled,
  });
  const courses: Order = {
    lanes: [{ id: LANE, name: t("courses.title"), items: shown.courses.map(({ id, name }) => ({ id, name })) }],
    numbering: "all",
    onMove: move,
    consequenceOf: ({ shifted }) =>
      shifted ? t("courses.order.shift", { numbers: rangeOf(shifted) }) : t("courses.order.nothing"),
    floating: (id) => <CourseLine course={shown.courses.find((one) => one.id === id)} />,
    locked: may ? (value ? t("courses.plan.lockedByFilter") : undefined) : t("courses.noRight"),
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_300px] items-start gap-4 max-lg:grid-cols-1">
      <OrderBoard orders={{ courses }}>
        <div className="card">
          <div className="border-b border-line p-3">
            <SearchBox
              value={value}
              label={t("courses.search")}
              onSearch={(word) => put({ value: word })}
              className="max-w-[320px]"
            />
          </div>
          <ol aria-label={t("courses.title")}>
            <LaneSlot of="courses" lane={LANE} />
            {shown.courses
              .filter(({ name }) => matches(name, value))
              .map((course) => (
                <CourseLine key={course.id} movable course={course} lane={LANE} onMove={() => setMoving(course.id)} />
              ))}
          </ol>
          <OrderLine idle={t("courses.order.idle")} />
        </div>
      </OrderBoard>
      <div className="card p-4 max-sm:hidden">
        <OrderKeys />
      </div>
      {moving === null ? null : <MoveDialog order={courses} id={moving} onClose={() => setMoving(null)} />}
    </div>
  );
}

export const rangeOf = ([first, last]: readonly [number, number]) =>
  first === last ? String(first) : `${first}–${last}`;

type OrderAnswer = { courses: readonly { id: number; name: string; position: number }[]; version: number };

function applied(order: CourseOrder, { id, to }: Move): CourseOrder {
  const [lane] = moved([{ id: LANE, items: order.courses }], id, to);
  return { ...order, courses: numbered(lane?.items ?? order.courses) };
}

const numbered = (courses: readonly CourseRow[]) =>
  courses.map((course, index) => ({ ...course, position: index + 1 }));

/** The server's order; a course that was added meanwhile is shown with the next read. */
function settled(order: CourseOrder, answer: OrderAnswer): CourseOrder {
  const known = new Map(order.courses.map((course) => [course.id, course]));
  const courses = answer.courses.flatMap(({ id, position }) => {
    const course = known.get(id);
    return course ? [{ ...course, position }] : [];
  });
  return { courses, version: answer.version };
}
