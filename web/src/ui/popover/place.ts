/** Where a floating part stands: beside its anchor, on the other side if there is no room, never off the screen. */

export type Side = "top" | "right" | "bottom" | "left";
export type Align = "start" | "center" | "end";

type Box = { left: number; top: number; width: number; height: number };
type Wish = { side: Side; align: Align; gap: number; edge?: number };

const OPPOSITE: Record<Side, Side> = { top: "bottom", bottom: "top", left: "right", right: "left" };

function room(side: Side, anchor: Box, screen: { width: number; height: number }): number {
  if (side === "top") return anchor.top;
  if (side === "bottom") return screen.height - anchor.top - anchor.height;
  if (side === "left") return anchor.left;
  return screen.width - anchor.left - anchor.width;
}

function along(align: Align, start: number, length: number, own: number): number {
  if (align === "start") return start;
  return align === "end" ? start + length - own : start + (length - own) / 2;
}

/** The left and top of the part, and how high it may be, in the coordinates of the screen. */
export function place(
  anchor: Box,
  own: { width: number; height: number },
  screen: { width: number; height: number },
  { side, align, gap, edge = 8 }: Wish,
): { left: number; top: number; height: number } {
  const upright = side === "top" || side === "bottom";
  const needed = (upright ? own.height : own.width) + gap + edge;
  const fits =
    room(side, anchor, screen) >= needed || room(side, anchor, screen) >= room(OPPOSITE[side], anchor, screen);
  const taken = fits ? side : OPPOSITE[side];
  const height = Math.max(96, upright ? room(taken, anchor, screen) - gap - edge : screen.height - 2 * edge);
  const tall = Math.min(own.height, height);
  const within = (at: number, length: number, whole: number) => Math.max(edge, Math.min(at, whole - length - edge));
  if (upright) {
    const left = within(along(align, anchor.left, anchor.width, own.width), own.width, screen.width);
    return { left, top: taken === "top" ? anchor.top - gap - tall : anchor.top + anchor.height + gap, height };
  }
  const top = within(along(align, anchor.top, anchor.height, own.height), tall, screen.height);
  return { left: taken === "left" ? anchor.left - gap - own.width : anchor.left + anchor.width + gap, top, height };
}

/** Put the element beside the anchor, whatever its own offset parent is. */
export function putBeside(element: HTMLElement, anchor: HTMLElement, wish: Wish): void {
  const { style } = element;
  style.maxHeight = "";
  style.left = "0px";
  style.top = "0px";
  const origin = element.getBoundingClientRect();
  const screen = { width: document.documentElement.clientWidth, height: innerHeight };
  // offsetWidth is not bent by an opening animation as the rectangle is.
  const own = { width: element.offsetWidth, height: element.offsetHeight };
  const { left, top, height } = place(anchor.getBoundingClientRect(), own, screen, wish);
  style.left = `${Math.round(left - origin.left)}px`;
  style.top = `${Math.round(top - origin.top)}px`;
  style.maxHeight = `${Math.floor(height)}px`;
}
