/** What the parts of an order board share: its orders, the lifted item, and how it is moved. */
import { createContext, type ReactNode, useContext } from "react";
import type { Lane, Move, Numbering, Place } from "./order-model";

/** One order of a board. A board of chapters with lessons has two: the chapters, and the lessons in them. */
export interface Order {
  lanes: readonly Lane[];
  numbering: Numbering;
  /** Sends the move; the lanes show it at once. */
  onMove: (move: Move) => void;
  /** The consequence of a move, in one sentence. */
  consequenceOf: (move: Move) => string;
  /** The lifted row, in the hand. */
  floating: (id: number) => ReactNode;
  /** A number as it is shown: letters of variants. */
  label?: ((number: number) => string) | undefined;
  /** The reason why the order can't be changed now. */
  locked?: string | undefined;
  /** A lane that the keyboard reaches: it is opened. */
  onReach?: ((lane: number) => void) | undefined;
}

export interface Lift {
  of: string;
  id: number;
  place: Place;
  by: "keys" | "pointer";
}

export interface Board {
  orders: Readonly<Record<string, Order>>;
  lift: Lift | null;
  /** The move that dropping now would be; null while nothing is lifted. */
  move: Move | null;
  /** What was done last. */
  outcome: string;
  /** Id of the element that explains the keys. */
  keysId: string;
  liftByKeys: (of: string, id: number) => void;
  step: (by: 1 | -1) => void;
  stepLane: (by: 1 | -1) => void;
  drop: () => void;
  cancel: () => void;
}

export const BoardContext = createContext<Board | null>(null);

export function useBoard(): Board {
  const board = useContext(BoardContext);
  if (!board) throw new Error("a part of an order stands outside of its OrderBoard");
  return board;
}

export function orderOf(board: Pick<Board, "orders">, of: string): Order {
  const order = board.orders[of];
  if (!order) throw new Error(`the board has no order ${of}`);
  return order;
}

/** A droppable of a board, as the collision detection sees it. */
export type DropData =
  | { of: string; kind: "row"; lane: number; id: number }
  /** A strip's tab or a closed lane: its end. The head of an open lane: its beginning. */
  | { of: string; kind: "lane"; lane: number; at: "start" | "end" };

export const handleKey = (of: string, id: number) => `${of}:${id}`;
