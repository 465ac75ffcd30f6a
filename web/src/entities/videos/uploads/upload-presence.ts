/** All that the frame needs to know of uploads before their code has loaded. */
import { useSyncExternalStore } from "react";

let present = false;
let unfinished = false;
const listeners = new Set<() => void>();

export function showPresence(next: { shown: boolean; unfinished: boolean }): void {
  unfinished = next.unfinished;
  if (next.shown === present) return;
  present = next.shown;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while there are uploads to show. */
export const useHasUploads = (): boolean => useSyncExternalStore(subscribe, () => present);

/** True while signing out would delete an upload, running or not (D-67). */
export const hasUnfinished = (): boolean => unfinished;
