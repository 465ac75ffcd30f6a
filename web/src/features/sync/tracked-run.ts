/** The run whose end this window announces: one it started, or one that it found running. */
import { useSyncExternalStore } from "react";
import { onSignOut } from "@/lib/sign-out";

export interface TrackedRun {
  /** Name of the run's kind in its call. */
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
