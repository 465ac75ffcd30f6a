/** The run whose end this window announces: the one it started, or one that it found under way. */
import { useSyncExternalStore } from "react";
import { onSignOut } from "@/lib/sign-out";

export interface TrackedRun {
  /** The name that the run's kind is asked by. */
  call: string;
  id: number;
}

let followed: TrackedRun | null = null;
const listeners = new Set<() => void>();

export function trackRun(next: TrackedRun | null): void {
  followed = next;
  for (const listener of listeners) listener();
}

onSignOut(() => trackRun(null));

export function useTrackedRun(): TrackedRun | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => followed,
  );
}
