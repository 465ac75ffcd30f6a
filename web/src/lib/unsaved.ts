/** Unsaved changes, so that leaving, reloading and signing out can be confirmed first. */
import { useEffect, useId } from "react";

const unsaved = new Set<string>();

const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault();

export function markUnsaved(id: string, is: boolean): void {
  if (is) unsaved.add(id);
  else unsaved.delete(id);
  if (unsaved.size > 0) addEventListener("beforeunload", confirmLeave);
  else removeEventListener("beforeunload", confirmLeave);
}

export const hasUnsaved = (): boolean => unsaved.size > 0;

/** The person decided to discard the changes. */
export function discardUnsaved(): void {
  unsaved.clear();
  removeEventListener("beforeunload", confirmLeave);
}

/**
 * While `dirty`, leaving this screen is confirmed first (uploads count as unsaved too). Returns a function that clears
 * the flag at once, for code that leaves the screen right after saving.
 */
export function useUnsaved(dirty: boolean): () => void {
  const id = useId();
  useEffect(() => {
    markUnsaved(id, dirty);
    return () => markUnsaved(id, false);
  }, [id, dirty]);
  return () => markUnsaved(id, false);
}
