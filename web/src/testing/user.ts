/** The person at the screen: user-event, where each action ends when the requests that it caused are answered. */
import { act } from "@testing-library/react";
import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event";
import { waitForIdle } from "./clock";

// No style sheet is loaded in tests: a look at `pointer-events` of every ancestor finds nothing.
const person = () => userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

type Target = Element | null | undefined;
type Field = HTMLInputElement | HTMLTextAreaElement;

function existing<E extends Element>(target: E | null | undefined): E {
  if (!target) throw new Error("the element to act on is missing");
  return target;
}

/**
 * All of an action is one act(): a lazy part that arrived in between would otherwise be rendered by React's own
 * timetable, which may hold it back for 300 ms.
 */
const perform = (action: () => Promise<void>): Promise<void> => act(action);

export const user = {
  async click(target: Target): Promise<void> {
    await perform(() => person().click(existing(target)));
    await waitForIdle();
  },

  /** Presses a key on the focused element, in user-event's notation: "{ArrowDown}", "o". */
  async keyboard(keys: string): Promise<void> {
    await perform(() => person().keyboard(keys));
    await waitForIdle();
  },

  /** Focuses an element, unless the focus is inside it, and presses a key: "ArrowDown", "o". */
  async press(target: Target, key: string): Promise<void> {
    const element = existing(target as HTMLElement);
    if (!element.contains(document.activeElement)) act(() => element.focus());
    await user.keyboard(`{${key}}`);
  },

  async upload(target: Target, files: File[]): Promise<void> {
    await perform(() => person().upload(existing(target as HTMLElement), files));
    await waitForIdle();
  },

  async selectOptions(target: Target, value: string): Promise<void> {
    await perform(() => person().selectOptions(existing(target), value));
    await waitForIdle();
  },

  /** Replaces a field's text; does not wait, so that a test can look at what happens while typing. */
  async fill(target: Target, text: string): Promise<void> {
    const field = existing(target as Field);
    await perform(() => person().clear(field));
    if (text) await perform(() => person().type(field, text.replace(/[{[]/g, "$&$&")));
  },
};
