/** Reachability of the server: a probe's answer, not the browser's flag (D-51). */
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

/** Re-renders when the connection is lost or restored. */
export function useOnline(): boolean {
  return useSyncExternalStore(onOnline, isOnline, isOnline);
}

/** Probes now; the result becomes the value of `useOnline`. */
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
    // A gateway without a server counts as offline; a failing server counts as online.
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
    // Jitter keeps a whole centre from probing in the same second.
    timer = setTimeout(() => void probe(), wait * (0.8 + Math.random() * 0.4));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
  if (reached === online) return;
  online = reached;
  for (const listener of listeners) listener();
}

/** Starts watching: a call without an answer, a slow one, and the browser's hints trigger a probe. */
export function watchConnection(): void {
  onConnectionTrouble(() => void probe());
  addEventListener("offline", () => void probe());
  addEventListener("online", () => void probe());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !online) void probe();
  });
}
