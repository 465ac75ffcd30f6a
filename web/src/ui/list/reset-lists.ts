/** Resets lists to page 1 with 10 rows after a synchronisation; the stored page size stays (D-64). */

const listeners = new Map<string, Set<() => void>>();

export function onListsReset(name: string, listener: () => void): () => void {
  const those = listeners.get(name) ?? new Set();
  listeners.set(name, those.add(listener));
  return () => those.delete(listener);
}

/** Sends the named lists, where one is open, to their beginning. */
export function resetLists(...names: string[]): void {
  for (const name of names) for (const listener of listeners.get(name) ?? []) listener();
}
