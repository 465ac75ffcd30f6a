/** The name of the open record in the breadcrumbs: "Azizbek Yo'ldoshev" instead of "Student". */
import { useEffect, useSyncExternalStore } from "react";

let label: string | null = null;
const listeners = new Set<() => void>();

function update(next: string | null): void {
  label = next;
  for (const listener of listeners) listener();
}

/** Call in the screen of a record; undefined while it is being read. */
export function useCrumb(name: string | undefined): void {
  useEffect(() => {
    update(name ?? null);
    return () => update(null);
  }, [name]);
}

export function useCrumbLabel(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => label,
  );
}
