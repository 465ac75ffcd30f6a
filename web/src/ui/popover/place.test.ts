import { expect, it } from "vitest";
import { place } from "./place";

const screen = { width: 1000, height: 800 };
const small = { width: 200, height: 100 };

it("stands below its anchor, aligned with its end", () => {
  const anchor = { left: 500, top: 100, width: 40, height: 40 };
  expect(place(anchor, small, screen, { side: "bottom", align: "end", gap: 6 })).toMatchObject({ left: 340, top: 146 });
});

it("goes to the other side when there is more room, and never off the screen", () => {
  const low = { left: 980, top: 760, width: 20, height: 30 };
  expect(place(low, small, screen, { side: "bottom", align: "start", gap: 4 })).toMatchObject({ left: 792, top: 656 });
});

it("is cut to the room there is", () => {
  const anchor = { left: 0, top: 300, width: 40, height: 40 };
  const found = place(anchor, { width: 200, height: 2000 }, screen, { side: "bottom", align: "start", gap: 4 });
  expect(found).toEqual({ left: 8, top: 344, height: 448 });
});

it("stands beside a folded menu's icon", () => {
  const icon = { left: 12, top: 100, width: 40, height: 36 };
  expect(place(icon, small, screen, { side: "right", align: "start", gap: 6 })).toMatchObject({ left: 58, top: 100 });
});
