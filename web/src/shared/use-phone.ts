import { useSyncExternalStore } from "react";

const narrow = matchMedia("(max-width: 571px)");

function subscribe(listener: () => void): () => void {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
}

/** Narrow as a phone (part 1 §9: at most 571 px). */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}
