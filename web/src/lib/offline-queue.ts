/** Whether this browser holds attendance that is not sent (D-70); the little that the frame must know of it. */
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

const NAMES = /^markaz\.(device\.unsent|person\.attendance)\./;
const anyUnsent = () => Object.keys(localStorage).some((name) => NAMES.test(name));

/** Said by whoever keeps something or has sent it. */
export function announceQueueChange(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

export const useHasQueued = (): boolean => useSyncExternalStore(subscribe, anyUnsent);
