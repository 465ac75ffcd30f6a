import { act, screen } from "@testing-library/react";
import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { waitForIdle } from "@/testing/clock";
import { renderScreen } from "@/testing/render-screen";
import { PointedTooltip } from "./armed-tooltip";
import { Tooltip } from "./tooltip";

const Screen = () => (
  <Tooltip text="Ustunlar">
    <button type="button" aria-describedby="own">
      U
    </button>
  </Tooltip>
);
const person = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
const does = async (action: () => Promise<void>) => {
  await act(action);
  // Its code arrives first, then the pause begins.
  await waitForIdle();
  await waitForIdle(400);
};

it("the pointer shows it after a pause, a press hides it", async () => {
  await renderScreen(Screen);
  await does(() => person.hover(screen.getByRole("button")));
  expect(screen.getByRole("tooltip")).toHaveTextContent("Ustunlar");
  await does(() => person.click(screen.getByRole("button")));
  expect(screen.queryByRole("tooltip")).toBeNull();
});

it("the keyboard's focus shows it and adds it to the button's description; Escape hides it", async () => {
  await renderScreen(Screen);
  await does(() => person.tab());
  const button = screen.getByRole("button");
  expect(button.getAttribute("aria-describedby")).toBe(`own ${screen.getByRole("tooltip").id}`);
  await does(() => person.keyboard("{Escape}"));
  expect(screen.queryByRole("tooltip")).toBeNull();
  expect(button).toHaveAttribute("aria-describedby", "own");
  expect(button).toHaveFocus();
});

function Grid() {
  const [at, setAt] = useState<HTMLElement | null>(null);
  return (
    <>
      {["1-dars", "2-dars"].map((text) => (
        <button key={text} type="button" onFocus={(event) => setAt(event.currentTarget)} onBlur={() => setAt(null)}>
          {text}
        </button>
      ))}
      {at ? <PointedTooltip at={at}>{at.textContent}</PointedTooltip> : null}
    </>
  );
}

it("the tooltip of a grid describes the cell that is pointed at, and no press or Escape but the grid's own hides it", async () => {
  await renderScreen(Grid);
  const [first, second] = screen.getAllByRole("button") as [HTMLElement, HTMLElement];
  await does(() => person.click(first));
  expect(screen.getByRole("tooltip")).toHaveTextContent("1-dars");
  await does(() => person.keyboard("{Escape}"));
  expect(screen.getByRole("tooltip")).toHaveTextContent("1-dars");
  await does(() => person.click(second));
  expect(screen.getByRole("tooltip")).toHaveTextContent("2-dars");
  await act(async () => second.blur());
  expect(screen.queryByRole("tooltip")).toBeNull();
});
