import { useSyncExternalStore } from "react";

/** A hook that returns whether the viewport is at most so wide. */
export function narrowerThan(pixels: number): () => boolean {
  const narrow = matchMedia(`(max-width: ${pixels}px)`);
  const subscribe = (listener: () => void) => {
    narrow.addEventListener("change", listener);
    return () => narrow.removeEventListener("change", listener);
  };
  return () => useSyncExternalStore(subscribe, () => narrow.matches);
}

/** Narrow as a phone (part 1 §9: at most 571 px). */
export const usePhone = narrowerThan(571);
