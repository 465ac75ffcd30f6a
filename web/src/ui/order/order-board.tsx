/**
 * Moves items of an ordered list by mouse, touch and keyboard: the one widget for every order (D-103). The place of the
 * drop is a value, not a pixel: the pointer and the keys change the same one, and the line names its consequence.
 *
 *     <OrderBoard orders={{ topics }}>
 *       <LaneTarget of="topics" lane={2} at="start">2-oy</LaneTarget>
 *       <ul>
 *         <LaneSlot of="topics" lane={2} />
 *         <OrderRow of="topics" lane={2} id={7}><OrderHandle /> …</OrderRow>
 *       </ul>
 *       <OrderLine />
 *     </OrderBoard>
 */
import {
  type Collision,
  type CollisionDetection,
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  type DragStartEvent,
  MeasuringStrategy,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import type { TFunction } from "i18next";
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FloatingRow } from "./floating-row";
import { type Board, BoardContext, type DropData, handleKey, type Lift, type Order, orderOf } from "./order-context";
import { endOf, hasPlace, laneStepped, moveTo, type Place, placeOf, samePlace, stepped } from "./order-model";

/** A press that doesn't move is a click. */
const DRAG_BEGINS_PX = 4;

type OrderBoardProps = { orders: Readonly<Record<string, Order>>; children: ReactNode };

export function OrderBoard({ orders, children }: OrderBoardProps) {
  const { t } = useTranslation();
  const keysId = useId();
  const [held, setLift] = useState<Lift | null>(null);
  const [outcome, setOutcome] = useState("");
  const focusNext = useRef<string>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: DRAG_BEGINS_PX } }));
  // Another person's move may take the item or the place away.
  const lift = held && hasPlace(orderOf({ orders }, held.of).lanes, held.id, held.place) ? held : null;
  const order = lift && orderOf({ orders }, lift.of);
  const move = lift && order && moveTo(order.lanes, lift.id, lift.place, order.numbering);

  useEffect(() => {
    if (!focusNext.current) return;
    document.querySelector<HTMLElement>(`[data-order-handle="${focusNext.current}"]`)?.focus();
    focusNext.current = null;
  });
  useEffect(() => {
    if (!held || lift) return;
    setLift(null);
    setOutcome(t("order.gone"));
  }, [held, lift, t]);

  const begin = (of: string, id: number, by: Lift["by"]) => {
    const { lanes, locked } = orderOf({ orders }, of);
    const place = placeOf(lanes, id);
    if (place && locked === undefined) setLift({ of, id, place, by });
    setOutcome("");
  };
  const put = (place: Place) => {
    if (!lift || samePlace(place, lift.place)) return;
    setLift({ ...lift, place });
    if (lift.by === "keys" && place.lane !== lift.place.lane) order?.onReach?.(place.lane);
  };
  const end = (text: string) => {
    if (lift?.by === "keys") focusNext.current = handleKey(lift.of, lift.id);
    setLift(null);
    setOutcome(text);
  };
  const cancel = () => lift && end(t("order.cancelled", { name: move?.name ?? "" }));
  const board: Board = {
    orders,
    lift,
    move,
    outcome,
    keysId,
    liftByKeys: (of, id) => begin(of, id, "keys"),
    step: (by) => lift && order && put(stepped(order.lanes, lift.id, lift.place, by)),
    stepLane: (by) => lift && order && put(laneStepped(order.lanes, lift.id, lift.place, by)),
    drop: () => {
      if (!order || !move) return;
      if (samePlace(move.from, move.to)) return cancel();
      end(t("order.dropped", { name: move.name, place: placeName(order, move.to, t) }));
      order.onMove(move);
    },
    cancel,
  };

  const onDragStart = ({ active }: DragStartEvent) => {
    const { of, id } = active.data.current as { of: string; id: number };
    begin(of, id, "pointer");
  };
  const onDragMove = ({ collisions }: DragMoveEvent) => {
    const place = order && lift && placeUnder(collisions?.[0], order, lift.id);
    if (place) put(place);
  };
  const measuring = useMemo(() => ({ droppable: { strategy: MeasuringStrategy.Always } }), []);
  return (
    <BoardContext.Provider value={board}>
      <DndContext
        sensors={sensors}
        measuring={measuring}
        collisionDetection={underPointer}
        // The line announces, in the person's language.
        accessibility={NO_ANNOUNCEMENTS}
        onDragStart={onDragStart}
        onDragMove={onDragMove}
        onDragOver={onDragMove}
        onDragEnd={board.drop}
        onDragCancel={cancel}
      >
        {children}
        <DragOverlay dropAnimation={null} className="cursor-grabbing">
          {lift?.by === "pointer" ? <FloatingRow /> : null}
        </DragOverlay>
      </DndContext>
      <p id={keysId} className="sr-only">
        {t(Object.values(orders).some(({ lanes }) => lanes.length > 1) ? "order.keysOfLanes" : "order.keys")}
      </p>
    </BoardContext.Provider>
  );
}

/** Where an item would be, in words. */
export function placeName(order: Order, place: Place, t: TFunction): string {
  const lane = order.lanes.find(({ id }) => id === place.lane);
  const after = lane?.items.find(({ id }) => id === place.after);
  const where = after ? t("order.after", { name: after.name }) : t("order.first");
  return order.lanes.length > 1 && lane ? t("order.inLane", { lane: lane.name, where }) : where;
}

const nothing = () => undefined;
/** Its live region and its instructions, rendered outside of the page. */
const NO_ANNOUNCEMENTS = {
  container: document.createElement("div"),
  announcements: {
    onDragStart: nothing,
    onDragMove: nothing,
    onDragOver: nothing,
    onDragEnd: nothing,
    onDragCancel: nothing,
  },
  screenReaderInstructions: { draggable: "" },
};

/** The droppable of the same order under the pointer, a lane's target before a row behind it. */
const underPointer: CollisionDetection = ({ active, droppableContainers, droppableRects, pointerCoordinates }) => {
  if (!pointerCoordinates) return [];
  const { x, y } = pointerCoordinates;
  const of = active.data.current?.of;
  const hits = droppableContainers.flatMap((container): Collision[] => {
    const rect = droppableRects.get(container.id);
    const data = container.data.current as DropData | undefined;
    if (!rect || data?.of !== of) return [];
    if (x < rect.left || x > rect.right || y < rect.top || y > rect.bottom) return [];
    return [{ id: container.id, data: { ...data, upper: y < rect.top + rect.height / 2 } }];
  });
  return hits.sort((one, other) => Number(one.data?.kind === "row") - Number(other.data?.kind === "row"));
};

function placeUnder(hit: Collision | undefined, { lanes }: Order, lifted: number): Place | null {
  const data = hit?.data as (DropData & { upper: boolean }) | undefined;
  const lane = lanes.find(({ id }) => id === data?.lane);
  if (!data || !lane) return null;
  if (data.kind === "lane") return data.at === "end" ? endOf(lane, lifted) : { lane: lane.id, after: null };
  const others = lane.items.filter(({ id }) => id !== lifted);
  if (data.id === lifted) return placeOf(lanes, lifted);
  const index = others.findIndex(({ id }) => id === data.id);
  return { lane: lane.id, after: others[data.upper ? index - 1 : index]?.id ?? null };
}
