/** What changed elsewhere, by topic, as the browser's live stream tells it (D-162). */

export type Topic =
  | "jobs"
  | "sync"
  | "today"
  | "checking"
  | "curriculum"
  | "homework_database"
  | "exams"
  | "rights"
  | "videos";

const listeners = new Map<Topic, Set<() => void>>();
const watchers = new Set<() => void>();
let live = false;

/** Calls the listener whenever something of the topic changed, or may have. */
export function onLive(topic: Topic, listener: () => void): () => void {
  const own = listeners.get(topic) ?? new Set();
  listeners.set(topic, own.add(listener));
  return () => own.delete(listener);
}

export function deliver(topic: Topic): void {
  for (const listener of listeners.get(topic) ?? []) listener();
}

/** Changes may have been missed: everything that is followed is read again. */
export function deliverAll(): void {
  for (const topic of listeners.keys()) deliver(topic);
}

/** The stream works; while it does not, screens poll. */
export const isLive = (): boolean => live;

export function onLiveState(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** What changed before the stream worked was not told. */
export function setLive(next: boolean): void {
  if (next === live) return;
  live = next;
  for (const watcher of watchers) watcher();
  if (live) deliverAll();
}
