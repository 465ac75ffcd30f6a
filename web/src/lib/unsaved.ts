/** What is typed and not saved, so that leaving, reloading and signing out can ask first. */
import { useEffect, useId } from "react";

const unsaved = new Set<string>();

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

export function markUnsaved(id: string, is: boolean): void {
  if (is) unsaved.add(id);
  else unsaved.delete(id);
  if (unsaved.size > 0) addEventListener("beforeunload", ask);
  else removeEventListener("beforeunload", ask);
}

export const hasUnsaved = (): boolean => unsaved.size > 0;

/** The person decided to let it go. */
export function discardUnsaved(): void {
  unsaved.clear();
  removeEventListener("beforeunload", ask);
}

/**
 * While `dirty`, leaving this screen asks first (uploads count as unsaved too). Gives the way to say at once that it is
 * saved, for who leaves the screen in the same breath.
 */
export function useUnsaved(dirty: boolean): () => void {
  const id = useId();
  useEffect(() => {
    markUnsaved(id, dirty);
    return () => markUnsaved(id, false);
  }, [id, dirty]);
  return () => markUnsaved(id, false);
}
