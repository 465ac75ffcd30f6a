/** Reads that follow a topic of the live stream (D-162). */
import { useEffect, useSyncExternalStore } from "react";
import { cache } from "@/api/cache";
import type { PathOf } from "@/api/request";
import { isLive, onLive, onLiveState, type Topic } from "./topics";

/** A read that changes all the time is read again so often at most. */
export const GAP_MS = 2_000;
/** Browsers that are told in the same moment do not ask in the same moment. */
const JITTER_MS = 200;
/** While the stream works, polling only makes up for a lost message. */
export const RARELY_MS = 60_000;

type Path = PathOf<"get">;
const readAt = new Map<Path, number>();
const waiting = new Set<Path>();

/** Reads the path again, for all its parameters: at once, then once in a while. A hidden tab does so on its return. */
function readAgain(path: Path): void {
  if (waiting.has(path)) return;
  waiting.add(path);
  const due = (readAt.get(path) ?? 0) + GAP_MS - Date.now();
  setTimeout(
    () => {
      waiting.delete(path);
      readAt.set(path, Date.now());
      const refetchType = document.hidden ? "none" : "active";
      void cache.invalidateQueries({ queryKey: [path], refetchType });
    },
    Math.max(due, Math.random() * JITTER_MS),
  );
}

/**
 * Follows a topic: what is shown of these paths is read again when something of the topic changes.
 *
 *     const pace = useLive("checking", ["/homework/queue"]);
 *     const read = useRead("/homework/queue", undefined, { refetchInterval: pace(30_000) });
 *
 * `pace` is the polling interval: as given where the stream does not work, rare where it does.
 */
export function useLive(topic: Topic, paths: Path[]): (interval: number) => number {
  const joined = paths.join(" ");
  useEffect(
    () =>
      onLive(topic, () => {
        for (const path of joined.split(" ")) readAgain(path as Path);
      }),
    [topic, joined],
  );
  const live = useSyncExternalStore(onLiveState, isLive, isLive);
  return live ? rarely : asGiven;
}

const rarely = (interval: number) => Math.max(interval, RARELY_MS);
const asGiven = (interval: number) => interval;
