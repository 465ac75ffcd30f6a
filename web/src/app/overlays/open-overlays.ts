/** Overlays that any part of the frame can open, one at a time. */
import { useSyncExternalStore } from "react";

export type Overlay = "palette" | "shortcuts" | "sign-out" | null;

let open: Overlay = null;
const listeners = new Set<() => void>();

export function openOverlay(next: Overlay): void {
  open = next;
  for (const listener of listeners) listener();
}

export const openPalette = (): void => openOverlay("palette");
export const openShortcuts = (): void => openOverlay("shortcuts");
export const askSignOut = (): void => openOverlay("sign-out");

export function useOverlay(): Overlay {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
