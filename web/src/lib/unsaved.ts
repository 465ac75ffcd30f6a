/** Unsaved changes and running work, so that leaving, reloading and signing out can be confirmed first. */
import { useEffect, useId } from "react";

const unsaved = new Set<string>();
/** Work that goes on from screen to screen, but not beyond the page: uploads of videos. */
const running = new Set<string>();

const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault();

function listen(): void {
  if (unsaved.size + running.size > 0) addEventListener("beforeunload", confirmLeave);
  else removeEventListener("beforeunload", confirmLeave);
}

export function markUnsaved(id: string, is: boolean): void {
  if (is) unsaved.add(id);
  else unsaved.delete(id);
  listen();
}

export function markRunning(id: string, is: boolean): void {
  if (is) running.add(id);
  else running.delete(id);
  listen();
}

export const hasUnsaved = (): boolean => unsaved.size > 0;
export const hasRunning = (): boolean => running.size > 0;

/** The person decided to discard the changes; running work still asks before it is broken off. */
export function discardUnsaved(): void {
  unsaved.clear();
  listen();
}

/**
 * While `dirty`, leaving this screen is confirmed first (uploads of a form count as unsaved too). Returns a function
 * that clears the flag at once, for code that leaves the screen right after saving.
 */
export function useUnsaved(dirty: boolean): () => void {
  const id = useId();
  useEffect(() => {
    markUnsaved(id, dirty);
    return () => markUnsaved(id, false);
  }, [id, dirty]);
  return () => markUnsaved(id, false);
}
