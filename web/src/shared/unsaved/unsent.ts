/** Whether this browser holds something that waits to be sent (D-70); the little that the frame must know of it. */
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

const anyUnsent = () => Object.keys(localStorage).some((name) => name.startsWith("markaz.device.unsent."));

/** Said by whoever keeps something or has sent it. */
export function tellUnsent(): void {
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

export const useAnyUnsent = (): boolean => useSyncExternalStore(subscribe, anyUnsent);
