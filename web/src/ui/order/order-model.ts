/** Ordered lists as plain values: lanes of items, a place in them, and what a move changes (D-103). */

export interface OrderItem {
  id: number;
  name: string;
  /** It has a place, but no number: an ended topic. */
  unnumbered?: boolean;
}

/** A list within the order: a study month, a chapter. An order without such parts is one lane. */
export interface Lane {
  id: number;
  name: string;
  items: readonly OrderItem[];
}

/** Directly after an item of the lane; null: first in it. */
export interface Place {
  lane: number;
  after: number | null;
}

/** all: numbers run through all lanes; lane: each lane begins at 1. */
export type Numbering = "all" | "lane";

export interface Move {
  id: number;
  name: string;
  from: Place;
  to: Place;
  /** Numbers before and after; null: the item has none. */
  fromNumber: number | null;
  toNumber: number | null;
  /** Present numbers of the other items that shift by one; null where none does. */
  shifted: readonly [first: number, last: number] | null;
}

export const samePlace = (one: Place, other: Place): boolean => one.lane === other.lane && one.after === other.after;

/** Returns where the item is now, or null where it isn't. */
export function placeOf(lanes: readonly Lane[], id: number): Place | null {
  for (const lane of lanes) {
    const index = lane.items.findIndex((item) => item.id === id);
    if (index >= 0) return { lane: lane.id, after: lane.items[index - 1]?.id ?? null };
  }
  return null;
}

export const itemOf = (lanes: readonly Lane[], id: number): OrderItem | undefined =>
  lanes.flatMap((lane) => lane.items).find((item) => item.id === id);

const without = (lane: Lane, id: number) => lane.items.filter((item) => item.id !== id);

/** Whether the place exists while the item is lifted. */
export function hasPlace(lanes: readonly Lane[], id: number, place: Place): boolean {
  const lane = lanes.find((one) => one.id === place.lane);
  return lane !== undefined && (place.after === null || without(lane, id).some((item) => item.id === place.after));
}

/** The place one up (-1) or down (1) in its lane; at the lane's edge the same. */
export function stepped(lanes: readonly Lane[], id: number, place: Place, by: 1 | -1): Place {
  const lane = lanes.find((one) => one.id === place.lane);
  if (!lane) return place;
  const others = without(lane, id);
  const index = others.findIndex((item) => item.id === place.after) + 1 + by;
  if (index < 0 || index > others.length) return place;
  return { lane: lane.id, after: others[index - 1]?.id ?? null };
}

/** The end of the previous lane (-1) or the beginning of the next (1); without such a lane the same. */
export function laneStepped(lanes: readonly Lane[], id: number, place: Place, by: 1 | -1): Place {
  const lane = lanes[lanes.findIndex((one) => one.id === place.lane) + by];
  if (!lane) return place;
  return by === 1 ? { lane: lane.id, after: null } : endOf(lane, id);
}

/** The last place of a lane. */
export const endOf = (lane: Lane, id: number): Place => ({
  lane: lane.id,
  after: without(lane, id).at(-1)?.id ?? null,
});

/** The places of a lane, the first one first. */
export function placesOf(lane: Lane, id: number): Place[] {
  return [null, ...without(lane, id).map((item) => item.id)].map((after) => ({ lane: lane.id, after }));
}

type Ordered = { id: number; items: readonly { id: number }[] };
type ItemOf<L extends Ordered> = L["items"][number];

/** Returns the lanes after a move; an unknown item or place changes nothing. */
export function moved<L extends Ordered>(lanes: readonly L[], id: number, place: Place): readonly L[] {
  const item = lanes.flatMap((lane) => lane.items).find((one) => one.id === id) as ItemOf<L> | undefined;
  if (!item || place.after === id) return lanes;
  let placed = false;
  const next = lanes.map((lane) => {
    const others = lane.items.filter((one) => one.id !== id);
    if (lane.id !== place.lane) return others.length === lane.items.length ? lane : { ...lane, items: others };
    const index = place.after === null ? 0 : others.findIndex((one) => one.id === place.after) + 1;
    if (place.after !== null && index === 0) return lane;
    placed = true;
    return { ...lane, items: [...others.slice(0, index), item, ...others.slice(index)] };
  });
  return placed ? next : lanes;
}

/** The item's number among those that have one. */
export function numberOf(lanes: readonly Lane[], id: number, numbering: Numbering): number | null {
  let number = 0;
  for (const lane of lanes) {
    if (numbering === "lane") number = 0;
    for (const item of lane.items) {
      if (!item.unnumbered) number += 1;
      if (item.id === id) return item.unnumbered ? null : number;
    }
  }
  return null;
}

/** What a move to the place would change; null where the item is gone. */
export function moveTo(lanes: readonly Lane[], id: number, to: Place, numbering: Numbering): Move | null {
  const from = placeOf(lanes, id);
  const item = itemOf(lanes, id);
  if (!from || !item) return null;
  const fromNumber = numberOf(lanes, id, numbering);
  const toNumber = numberOf(moved(lanes, id, to), id, numbering);
  return {
    id,
    name: item.name,
    from,
    to,
    fromNumber,
    toNumber,
    shifted: shiftedBy(from, to, fromNumber, toNumber, numbering),
  };
}

function shiftedBy(
  from: Place,
  to: Place,
  fromNumber: number | null,
  toNumber: number | null,
  numbering: Numbering,
): Move["shifted"] {
  if (fromNumber === null || toNumber === null || fromNumber === toNumber) return null;
  // Numbers of two lanes are two series: no one range of them shifts.
  if (numbering === "lane" && from.lane !== to.lane) return null;
  return toNumber < fromNumber ? [toNumber, fromNumber - 1] : [fromNumber + 1, toNumber];
}
