/** Marking a class by the keyboard: letters and arrows move, digits mark, a digit right after that is the reason. */
import { useEffect, useRef, useState } from "react";
import { singleKeysOn, useShortcut } from "@/lib/shortcuts";
import type { SheetRow } from "../state/api-types";
import { ABSENT, ATTENDED, isMarkable, LATE, type Reason, type Status } from "../state/sheet-state";
import { appendLetter, findNextByName, isLetter, type TypedName } from "./find-by-name";
import { choiceId } from "./status-choice";

export type KeyHandlers = {
  mark: (row: SheetRow, status: Status) => void;
  reason: (row: SheetRow, reason: Reason) => void;
  revert: (row: SheetRow) => void;
  all: () => void;
  save: () => void;
};

/** Time after a choice in which a digit is its reason (D-24). */
export const REASON_MS = 2_000;

const DIGITS: Record<number, Status> = { 1: ATTENDED, 2: ABSENT, 3: LATE };

/** The student whose reason the next digit is: asked by a choice, for a short time. */
function useAwaited() {
  const [awaited, setAwaited] = useState<number | null>(null);
  // A key pressed before the next render sees it too.
  const now = useRef<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (studentId: number | null) => {
    clearTimeout(timer.current);
    now.current = studentId;
    setAwaited(studentId);
    if (studentId !== null) timer.current = setTimeout(() => ask(null), REASON_MS);
  };
  return { awaited, isAwaited: (studentId: number) => now.current === studentId, ask };
}

/**
 * Returns the focused student and the one whose reason a digit sets, and the functions that move the focus, ask for a
 * reason, or stop asking.
 */
export function useSheetKeys(rows: readonly SheetRow[], fixed: boolean, handlers: KeyHandlers) {
  const [at, setAt] = useState<number | null>(null);
  const { awaited, isAwaited, ask } = useAwaited();
  const typed = useRef<TypedName | null>(null);
  const index = rows.findIndex((row) => row.studentId === at);

  const point = (studentId: number) => {
    ask(null);
    setAt(studentId);
  };
  const go = (to: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (!row) return;
    point(row.studentId);
    const choice = document.getElementById(choiceId(row.studentId));
    choice?.focus({ preventScroll: true });
    choice?.closest("[data-student]")?.scrollIntoView({ block: "nearest" });
  };
  const step = (by: number) => {
    typed.current = null;
    go(index < 0 ? 0 : index + by);
  };
  const digit = (number: number) => {
    typed.current = null;
    // Nobody is pointed at yet: the digit shows where it would mark, and marks nobody unseen.
    if (index < 0) return go(0);
    const row = rows[index];
    if (!row || fixed || !isMarkable(row)) return;
    if (isAwaited(row.studentId)) return handlers.reason(row, number as Reason);
    handlers.mark(row, DIGITS[number] ?? ATTENDED);
    // Screen readers announce the choice.
    requestAnimationFrame(() => document.getElementById(choiceId(row.studentId))?.focus({ preventScroll: true }));
  };
  const openReason = () => document.querySelector<HTMLElement>(`[data-student="${at}"] [data-reason] button`)?.click();

  useShortcut({ keys: "ArrowUp", label: "attendance.keys.up", run: () => step(-1) });
  useShortcut({ keys: "ArrowDown", label: "attendance.keys.down", run: () => step(1) });
  useShortcut({ keys: "1", label: "attendance.keys.attended", run: () => digit(1) });
  useShortcut({ keys: "2", label: "attendance.keys.absent", run: () => digit(2) });
  useShortcut({ keys: "3", label: "attendance.keys.late", run: () => digit(3) });
  useShortcut({ keys: "shift+r", label: "attendance.keys.reason", run: openReason });
  useShortcut({ keys: "shift+a", label: "attendance.keys.all", run: () => fixed || handlers.all() });
  useShortcut({
    keys: "Backspace",
    label: "attendance.keys.takeBack",
    run: () => {
      const row = rows[index];
      ask(null);
      if (row && !fixed) handlers.revert(row);
    },
  });
  useShortcut({ keys: "mod+Enter", label: "attendance.keys.save", inFields: true, run: handlers.save });
  useLetters(
    (event) => {
      const now = Date.now();
      const names = rows.map((row) => row.fullName);
      const next = appendLetter(typed.current, event.key, now);
      const found = findNextByName(names, next.letters, index, next.letters.length > 1);
      // No name continues so: the same letter again moves to the next name with it.
      typed.current = found === null ? { letters: event.key, at: now } : next;
      const to = found ?? findNextByName(names, event.key, index, false);
      if (to !== null) go(to);
    },
    () => typed.current !== null,
  );

  const askReason = (studentId: number, status: Status) => ask(status === ATTENDED ? null : studentId);
  return { at, point, awaited, askReason, stopAsking: () => ask(null) };
}

const WRITING = "input, textarea, select, [contenteditable=true]";
const OPEN = "[role=dialog], [role=alertdialog], [role=listbox], [role=menu]";

/** Small letters anywhere on the page but in fields and windows. */
function useLetters(onKey: (event: KeyboardEvent) => void, within: () => boolean): void {
  const latest = useRef({ onKey, within });
  useEffect(() => {
    latest.current = { onKey, within };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const away = event.target instanceof Element && event.target.closest(WRITING) !== null;
      if (event.defaultPrevented || away || !singleKeysOn() || document.querySelector(OPEN)) return;
      if (!isLetter(event, latest.current.within())) return;
      event.preventDefault();
      latest.current.onKey(event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
