/** Ctrl+Enter, on a Mac also ⌘+Enter, confirms a dialog or a form that has a text field. */
import type { KeyboardEvent } from "react";

const TEXT_FIELDS =
  "textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=range], [aria-hidden])";

/** For `onKeyDown` of a dialog or a form: presses its main button. */
export function confirmOnCtrlEnter(event: KeyboardEvent<HTMLElement>): void {
  const within = event.currentTarget;
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat || event.defaultPrevented) return;
  // React also hands over the keys of a dialog that opened above this one.
  if (!within.contains(event.target as Node) || !within.querySelector(TEXT_FIELDS)) return;
  event.preventDefault();
  const buttons = within.querySelectorAll<HTMLButtonElement>("[data-main]:not(:disabled)");
  buttons[buttons.length - 1]?.click();
}
