/** Keyboard shortcuts: a component registers a key with a label, and `?` lists them all. */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { recall, remember } from "@/api/storage";
import type { TextKey } from "@/i18n/texts";

export type Shortcut = {
  /** `/`, `?`, `j`, `shift+a`, `mod+k` (Ctrl, or ⌘ on a Mac), `mod+Enter`, `Escape`. */
  keys: string;
  label: TextKey;
  run: (event: KeyboardEvent) => void;
  /** Works while typing in a field; only with mod. */
  inFields?: boolean;
};

const shortcuts: Shortcut[] = [];
const listeners = new Set<() => void>();
let shown: Shortcut[] = [];

function notify(): void {
  shown = [...shortcuts];
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const singleKeysOn = (): boolean => recall<boolean>("device", "single-keys") ?? true;

export function switchSingleKeys(on: boolean): void {
  remember("device", "single-keys", on);
  notify();
}

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeysOn);
export const useShortcuts = (): Shortcut[] => useSyncExternalStore(subscribe, () => shown);

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

function typing(target: EventTarget | null): boolean {
  const element = target instanceof HTMLElement ? target : null;
  return element?.isContentEditable === true || ["INPUT", "TEXTAREA", "SELECT"].includes(element?.tagName ?? "");
}

/** True if Enter presses what has the focus: a button or a link keeps it. */
export function pressedByEnter(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, a[href], summary, [role=option]") !== null;
}

export function matches(keys: string, event: KeyboardEvent): boolean {
  const wantsMod = keys.startsWith("mod+");
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const wantsShift = keys.startsWith("shift+");
  if (wantsMod !== mod || event.altKey || (wantsShift && !event.shiftKey)) return false;
  const key = keys.replace(/^(mod|shift)\+/, "");
  // A Cyrillic layout sends another letter from the same place.
  const sameplace = (wantsMod || wantsShift) && key.length === 1 && event.code === `Key${key.toUpperCase()}`;
  return event.key.toLowerCase() === key.toLowerCase() || sameplace;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const under = document.querySelector("[role=dialog], [role=alertdialog]") !== null;
  for (const shortcut of [...shortcuts].reverse()) {
    if (!matches(shortcut.keys, event)) continue;
    const single = !shortcut.keys.startsWith("mod+");
    // A dialog shields the page behind it from its shortcuts.
    if (under && (single || shortcut.keys === "mod+Enter")) continue;
    if (single && (typing(event.target) || !singleKeysOn())) continue;
    if (shortcut.keys === "Enter" && pressedByEnter(event.target)) continue;
    if (!single && typing(event.target) && !shortcut.inFields) continue;
    event.preventDefault();
    shortcut.run(event);
    return;
  }
}

/** Listen while the part is shown; the newest wins when two want the same key. */
export function useShortcut(shortcut: Shortcut): void {
  const latest = useRef(shortcut);
  useEffect(() => {
    latest.current = shortcut;
  });
  const { keys, label, inFields } = shortcut;
  useEffect(() => {
    const entry: Shortcut = {
      keys,
      label,
      run: (event) => latest.current.run(event),
      ...(inFields ? { inFields } : {}),
    };
    shortcuts.push(entry);
    notify();
    return () => {
      shortcuts.splice(shortcuts.indexOf(entry), 1);
      notify();
    };
  }, [keys, label, inFields]);
}

let listening = false;
export function listenToKeys(): void {
  if (listening) return;
  listening = true;
  document.addEventListener("keydown", onKeyDown);
}

/** Put on the input that `/` jumps to. */
export const PAGE_SEARCH = { "data-page-search": "" } as const;
