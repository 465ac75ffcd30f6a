/** The rendition that suits the device and its network; larger ones by hand. */
import type { Playback } from "@/entities/videos/video-types";

type Rendition = Playback["renditions"][number];

/** Not every browser tells of its network. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** A network of the second or third generation. */
const SLOW: ReadonlySet<string> = new Set(["slow-2g", "2g", "3g"]);
/** Screens up to this need no more than the small rendition. */
const SMALL_SCREEN_PX = 571;

export const connectionOf = (device: Navigator): Connection =>
  (device as Navigator & { connection?: Connection }).connection ?? {};

/** The network is slow, or the person saves data. */
const isSparing = ({ saveData = false, effectiveType = "" }: Connection) => saveData || SLOW.has(effectiveType);

/** How much an open player fetches: with `auto` its first frame is there a second sooner after play. */
export const preloadOf = (connection: Connection) => (isSparing(connection) ? "metadata" : "auto");

/** The best one, or the smallest on a small screen, a slow network, or where the person saves data. */
export function suitable(
  renditions: readonly Rendition[],
  connection: Connection,
  screenWidth: number,
): Rendition | undefined {
  const sorted = [...renditions].sort((a, b) => b.height - a.height);
  return isSparing(connection) || screenWidth <= SMALL_SCREEN_PX ? sorted.at(-1) : sorted[0];
}
