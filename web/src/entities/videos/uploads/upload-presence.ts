/** True while there are uploads to show; all that the frame needs to know of them before their code has loaded. */
import { useSyncExternalStore } from "react";

let present = false;
const listeners = new Set<() => void>();

export function showPresence(next: boolean): void {
  if (next === present) return;
  present = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useHasUploads = (): boolean => useSyncExternalStore(subscribe, () => present);
