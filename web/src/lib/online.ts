/** Whether the server can be reached: a probe's answer, not the browser's flag (D-51). */
import { useSyncExternalStore } from "react";
import { onConnectionTrouble } from "@/api/request";

const HEALTH = "/api/health";
const PROBE_LIMIT_MS = 4_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

const listeners = new Set<() => void>();
let online = true;
let timer: ReturnType<typeof setTimeout> | undefined;
let probing: Promise<boolean> | null = null;
let wait = FIRST_WAIT_MS;

export const isOnline = (): boolean => online;

export function onOnline(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Drawn again when the connection goes or comes back. */
export function useOnline(): boolean {
  return useSyncExternalStore(onOnline, isOnline, isOnline);
}

/** Ask now; the answer is also what `useOnline` says from then on. */
export function probe(): Promise<boolean> {
  probing ??= reach().then((reached) => {
    probing = null;
    settle(reached);
    return reached;
  });
  return probing;
}

async function reach(): Promise<boolean> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), PROBE_LIMIT_MS);
  try {
    const response = await fetch(HEALTH, { cache: "no-store", signal: limit.signal });
    // A gateway that finds nobody behind it is no connection either; a server that is unwell is one.
    return response.status !== 502 && response.status !== 504;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function settle(reached: boolean): void {
  clearTimeout(timer);
  if (reached) wait = FIRST_WAIT_MS;
  else {
    // A little chance keeps a whole centre from knocking in the same second.
    timer = setTimeout(() => void probe(), wait * (0.8 + Math.random() * 0.4));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
  if (reached === online) return;
  online = reached;
  for (const listener of listeners) listener();
}

/** Begin to watch: every call without an answer, or long without one, and every hint of the browser asks for a probe. */
export function watchConnection(): void {
  onConnectionTrouble(() => void probe());
  addEventListener("offline", () => void probe());
  addEventListener("online", () => void probe());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !online) void probe();
  });
}
