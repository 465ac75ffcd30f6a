/** A place to drop on that stands for a whole lane: a month of the strip, the head of a lane. */
import { useDroppable } from "@dnd-kit/core";
import { type HTMLAttributes, useId } from "react";
import { cx } from "@/ui/cx";
import { type DropData, useBoard } from "./order-context";

type LaneTargetProps = HTMLAttributes<HTMLDivElement> & { of: string; lane: number; at: "start" | "end" };

/** start: an open lane's head, the row becomes its first · end: a closed lane or a tab of it, the row becomes its last. */
export function LaneTarget({ of, lane, at, className, ...rest }: LaneTargetProps) {
  const id = useId();
  const { lift } = useBoard();
  const { setNodeRef, isOver } = useDroppable({ id, data: { of, kind: "lane", lane, at } satisfies DropData });
  const aimed = isOver && lift?.of === of && lift.place.lane === lane;
  return <div ref={setNodeRef} {...rest} className={cx(className, aimed && "ring-2 ring-accent ring-inset")} />;
}
