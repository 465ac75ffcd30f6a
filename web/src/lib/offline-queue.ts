/** True while this browser holds unsent attendance (D-70); the part that the frame needs to know. */
import { useSyncExternalStore } from "react";
import { recall } from "@/api/storage";
import { signedInId } from "@/api/tokens";

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

/** Lessons of the signed-in person whose save waits here for its sending, and those marked without a save. */
export function countQueued(): { waiting: number; unsaved: number } {
  const names = Object.keys(localStorage);
  const own = `markaz.device.unsent.attendance.${signedInId() ?? ""}.`;
  const isWaiting = (name: string) =>
    name.startsWith(own) &&
    recall<{ pendingSave?: object | null }>("device", name.slice("markaz.device.".length))?.pendingSave != null;
  return {
    waiting: names.filter(isWaiting).length,
    unsaved: names.filter((name) => name.startsWith("markaz.person.attendance.")).length,
  };
}
