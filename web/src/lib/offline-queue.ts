/** True while this browser holds unsent attendance (D-70); the part that the frame needs to know. */
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

const NAMES = /^markaz\.(device\.unsent|person\.attendance)\./;
const anyUnsent = () => Object.keys(localStorage).some((name) => NAMES.test(name));

/** Notifies the listeners after the queue has changed. */
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
