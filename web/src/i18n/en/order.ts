import type { order as uz } from "../uz/order";
import type { Words } from "../words";

export const order: Words<typeof uz> = {
  handle: "Move: {{name}}",
  keys: "Space lifts. Up and Down move. Enter drops. Esc cancels.",
  keysOfLanes: "Space lifts. Up and Down move. With Alt, to another part. Enter drops. Esc cancels.",
  lifted: "Lifted: {{name}}",
  ifDropped: "If dropped: {{place}}. {{consequence}}",
  dropped: "Moved: {{name}}. {{place}}",
  cancelled: "Cancelled, stays where it was: {{name}}",
  gone: "Someone else moved or deleted the lifted row",
  first: "at the beginning",
  after: "after “{{name}}”",
  inLane: "{{lane}}, {{where}}",
  move: "Move",
  moveTo: "Move to…",
  moveTitle: "Move: {{name}}",
  placeLabel: "Place",
  saved: "Moved: {{name}}",
  savedNumbers: "Moved: {{from}} → {{to}}",
  stale: "Someone else changed the order. The present order is shown; “{{name}}” was not moved.",
  key: {
    lift: "lift",
    step: "move",
    drop: "drop",
    cancel: "cancel",
  },
};
