/** Last applied view of each list, while the page lives. */
import { useSyncExternalStore } from "react";
import type { SavedView } from "@/api/types";
import { onSignOut } from "@/lib/sign-out";

const applied = new Map<string, SavedView>();
const listeners = new Set<() => void>();

onSignOut(() => applied.clear());

export function setApplied(list: string, view: SavedView | null): void {
  if (view) applied.set(list, view);
  else applied.delete(list);
  for (const listener of listeners) listener();
}

export function useApplied(list: string): SavedView | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => applied.get(list),
  );
}
