/** All that the frame needs to know of uploads before their code has loaded. */
import { useSyncExternalStore } from "react";

type Presence = { shown: boolean; unfinished: boolean };

/** Uploads of this tab, and of the browser's others. */
const present = new Map<"here" | "elsewhere", Presence>();
const listeners = new Set<() => void>();

const isShown = () => [...present.values()].some(({ shown }) => shown);

export function showPresence(where: "here" | "elsewhere", next: Presence): void {
  const before = isShown();
  present.set(where, next);
  if (isShown() === before) return;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while there are uploads to show. */
export const useHasUploads = (): boolean => useSyncExternalStore(subscribe, isShown);

/** True while signing out would delete an upload, running or not (D-67). */
export const hasUnfinished = (): boolean => [...present.values()].some(({ unfinished }) => unfinished);
