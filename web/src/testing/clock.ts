/** The clock of a test, and waiting until nothing is in flight. */
import { act } from "@testing-library/react";
import { vi } from "vitest";
import { cache } from "@/api/cache";

const realTimeout = setTimeout;
const pause = (milliseconds: number) => new Promise((done) => realTimeout(done, milliseconds));

/** Stops the clock; from then on `waitForIdle` alone advances it. */
export function fakeClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
}

const MAX_ROUNDS = 60;
/** A timer of 0 ms, a lazy import and a second request after the first one's answer each need a round. */
const QUIET_ROUNDS = 6;

/** Advances the clock, then waits until no request is in flight and the page has stopped changing. */
export async function waitForIdle(milliseconds = 0): Promise<void> {
  await act(async () => {
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(milliseconds);
    else await pause(milliseconds);
  });
  const changes = new MutationObserver(() => undefined);
  changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let round = 0, quiet = 0; round < MAX_ROUNDS && quiet < QUIET_ROUNDS; round += 1) {
    await act(async () => {
      if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(1);
      await pause(2);
      await vi.dynamicImportSettled();
    });
    const busy = changes.takeRecords().length > 0 || cache.isFetching() + cache.isMutating() > 0;
    quiet = busy ? 0 : quiet + 1;
  }
  changes.disconnect();
}
