import { useState } from "react";
import { Button } from "@/ui/controls/button";
import { Card } from "@/ui/display/page";
import { LaneTarget } from "@/ui/order/lane-target";
import { MoveDialog } from "@/ui/order/move-dialog";
import { OrderBoard } from "@/ui/order/order-board";
import type { Order as OrderOf } from "@/ui/order/order-context";
import { OrderKeys, OrderLine } from "@/ui/order/order-line";
import { itemOf, type Lane, moved } from "@/ui/order/order-model";
import { LaneSlot, OrderHandle, OrderRow } from "@/ui/order/order-row";

const START: readonly Lane[] = [
  {
    id: 1,
    name: "1-oy",
    items: [
      { id: 11, name: "O'zgaruvchilar" },
      { id: 12, name: "Shartlar" },
      { id: 13, name: "Python 2 dan Python 3 ga o'tish", unnumbered: true },
    ],
  },
  {
    id: 2,
    name: "2-oy",
    items: ["Ro'yxatlar", "Lug'atlar", "Fayllar"].map((name, index) => ({ id: 21 + index, name })),
  },
  { id: 3, name: "3-oy", items: [] },
];

/** The order widget over three lanes. */
export function Order() {
  const [lanes, setLanes] = useState(START);
  const [moving, setMoving] = useState<number>();
  const topics: OrderOf = {
    lanes,
    numbering: "all",
    onMove: ({ id, to }) => setLanes(moved(lanes, id, to)),
    consequenceOf: ({ shifted }) =>
      shifted ? `${shifted[0]}–${shifted[1]}-mavzular bittadan suriladi` : "Raqamlar o'zgarmaydi",
    floating: (id) => <span className="px-3">{itemOf(lanes, id)?.name}</span>,
  };
  return (
    <Card title="Tartib">
      <OrderBoard orders={{ topics }}>
        <div className="flex border-b border-line">
          {lanes.map(({ id, name }) => (
            <LaneTarget key={id} of="topics" lane={id} at="end" className="flex-1 px-3 py-2 text-sm">
              {name}
            </LaneTarget>
          ))}
        </div>
        {lanes.map((lane) => (
          <section key={lane.id} aria-label={lane.name}>
            <LaneTarget of="topics" lane={lane.id} at="start" className="bg-page px-3 py-2 text-sm font-semibold">
              {lane.name}
            </LaneTarget>
            <ul aria-label={lane.name}>
              <LaneSlot of="topics" lane={lane.id} />
              {lane.items.map(({ id, name }) => (
                <OrderRow
                  key={id}
                  of="topics"
                  lane={lane.id}
                  id={id}
                  className="flex min-h-9 items-center border-b border-line-soft text-sm"
                >
                  <OrderHandle />
                  <span className="flex-1">{name}</span>
                  <Button size="small" look="quiet" onClick={() => setMoving(id)}>
                    Ko'chirish…
                  </Button>
                </OrderRow>
              ))}
            </ul>
          </section>
        ))}
        <OrderLine idle="Mavzuni ko'tarib ko'ring" />
        <OrderKeys lanes="boshqa oyga" />
      </OrderBoard>
      {moving ? (
        <MoveDialog order={topics} id={moving} laneLabel="O'quv oyi" onClose={() => setMoving(undefined)} />
      ) : null}
    </Card>
  );
}
