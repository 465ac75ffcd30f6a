/**
 * Keyboard and mouse of the rows: ↑ ↓ Home End move the focus, Enter or a click opens, Space previews. One row is in the
 * tab order at a time.
 */
import { type KeyboardEvent, type MouseEvent, useState } from "react";

const ROW = "[data-row]";
const CONTROLS = "a, button, input, select, textarea, label";

export interface RovingFocus {
  /** For the element around the rows. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onClick: (event: MouseEvent<HTMLElement>) => void;
  /** For each row. */
  row: (index: number) => { "data-row": number; tabIndex: 0 | -1; onFocus: () => void };
}

export interface RowHandlers {
  open?: ((index: number) => void) | undefined;
  preview?: ((index: number) => void) | undefined;
  /** x selects a row, Shift with ↑ ↓ extends the selection. */
  pick?: ((index: number, how?: { on?: boolean }) => void) | undefined;
}

export function useRovingFocus(count: number, acts: RowHandlers): RovingFocus {
  const [current, setCurrent] = useState(0);
  const inOrder = Math.min(current, Math.max(0, count - 1));
  return {
    row: (index) => ({ "data-row": index, tabIndex: index === inOrder ? 0 : -1, onFocus: () => setCurrent(index) }),
    onClick: (event) => {
      const row = rowOf(event);
      const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      if (!row || elsewhere || (event.target as HTMLElement).closest(CONTROLS) || selectsText(row)) return;
      acts.open?.(Number(row.dataset.row));
    },
    onKeyDown: (event) => {
      const row = rowOf(event);
      if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
      const index = Number(row.dataset.row);
      const to = goal(event.key, index, count);
      if (to !== null) {
        event.preventDefault();
        if (event.shiftKey && event.key.startsWith("Arrow")) extend(acts, index, to);
        focusRow(event.currentTarget, to);
      } else if (event.target === row && acts.pick && isPick(event)) {
        event.preventDefault();
        acts.pick(index);
      } else if (event.target === row && event.key === "Enter" && acts.open) {
        event.preventDefault();
        acts.open(index);
      } else if (event.target === row && event.key === " " && acts.preview) {
        event.preventDefault();
        acts.preview(index);
      }
    },
  };
}

function extend(acts: RowHandlers, from: number, to: number): void {
  acts.pick?.(to, { on: true });
  if (from !== to) acts.pick?.(from, { on: true });
}

// The same key where the letters are Cyrillic.
const isPick = (event: KeyboardEvent) => !event.shiftKey && (event.key === "x" || event.code === "KeyX");

// A menu of a row is elsewhere in the document, but its keys and clicks bubble through React.
function rowOf(event: KeyboardEvent<HTMLElement> | MouseEvent<HTMLElement>): HTMLElement | null {
  const target = event.target as HTMLElement;
  return event.currentTarget.contains(target) ? target.closest<HTMLElement>(ROW) : null;
}

/** The click ends a selection of text to copy. */
function selectsText(row: HTMLElement): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && row.contains(selection.focusNode);
}

function goal(key: string, index: number, count: number): number | null {
  if (key === "ArrowDown") return Math.min(index + 1, count - 1);
  if (key === "ArrowUp") return Math.max(index - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}

export function focusRow(around: ParentNode, index: number): void {
  around.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus();
}

/** Moves the focus from the search into the rows, to the one that the Tab key would reach. */
export function enterRows(around: ParentNode): void {
  around.querySelector<HTMLElement>(`${ROW}[tabindex="0"]`)?.focus();
}
