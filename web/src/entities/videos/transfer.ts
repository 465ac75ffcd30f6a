/** Chunks, retries and the calm figures of an upload (D-28). */

const MB = 1024 * 1024;

/** Milliseconds before each repetition; a chunk that arrives starts them anew. */
export const RETRY_DELAYS = [0, 3000, 5000, 10_000, 20_000];

const CHUNKS: ReadonlyArray<readonly [number, number]> = [
  [1000, 8],
  [500, 6],
  [100, 4],
  [50, 2],
];

/** Bytes of a chunk of a file of `size` bytes. */
export function chunkSize(size: number): number {
  const step = CHUNKS.find(([over]) => size > over * MB);
  return (step?.[1] ?? 1) * MB;
}

/** Bytes at one moment (in ms). */
export interface Sample {
  at: number;
  bytes: number;
}

const WINDOW = 10_000;
const SHORTEST = 2000;

/** The samples of the last ten seconds with the new one; a transfer that went back starts anew. */
export function withSample(samples: readonly Sample[], next: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && next.bytes < last.bytes) return [next];
  return [...samples.filter((sample) => next.at - sample.at <= WINDOW), next];
}

/** Bytes per second over the samples; null until two seconds are known or while nothing moves. */
export function speed(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < SHORTEST || last.bytes === first.bytes) return null;
  return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
}

/** Seconds left, in steps of 5 s under a minute and of 60 s above; null where the speed is unknown. */
export function secondsLeft(left: number, rate: number | null): number | null {
  if (rate === null) return null;
  const seconds = left / rate;
  const step = seconds < 60 ? 5 : 60;
  return Math.ceil(seconds / step) * step;
}
