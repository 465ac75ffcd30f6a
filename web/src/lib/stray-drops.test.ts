import { createEvent, fireEvent } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { refuseStrayDrops } from "./stray-drops";

beforeAll(refuseStrayDrops);
afterEach(() => document.body.replaceChildren());

function drag(over: Element, types: string[]): DragEvent {
  const event = createEvent.dragOver(over, { dataTransfer: { types, dropEffect: "copy" } }) as DragEvent;
  fireEvent(over, event);
  return event;
}

it("a file over the page is refused, and opened in the place of the page by no drop", () => {
  const over = drag(document.body, ["Files"]);
  expect([over.defaultPrevented, over.dataTransfer?.dropEffect]).toEqual([true, "none"]);
  const drop = createEvent.drop(document.body, { dataTransfer: { types: ["Files"] } });
  fireEvent(document.body, drop);
  expect(drop.defaultPrevented).toBe(true);
});

it("a zone that takes the file, a file field and dragged text stay as they are", () => {
  const zone = document.body.appendChild(document.createElement("div"));
  zone.addEventListener("dragover", (event) => event.preventDefault());
  expect(drag(zone, ["Files"]).dataTransfer?.dropEffect).toBe("copy");
  const field = document.body.appendChild(Object.assign(document.createElement("input"), { type: "file" }));
  expect(drag(field, ["Files"]).defaultPrevented).toBe(false);
  expect(drag(document.body, ["text/plain"]).defaultPrevented).toBe(false);
});
