import { describe, expect, it } from "vitest";

import { chunkSize, RETRY_DELAYS, type Sample, secondsLeft, speed, withSample } from "./transfer";

const MB = 1024 * 1024;

describe("chunks and retries (D-28)", () => {
  it.each([
    [1, 1],
    [50, 1],
    [100, 2],
    [500, 4],
    [1000, 6],
  ])("changes the chunk only above %i MB", (size, chunk) => {
    expect(chunkSize(size * MB)).toBe(chunk * MB);
  });

  it.each([
    [50, 2],
    [100, 4],
    [500, 6],
    [1000, 8],
  ])("is larger one byte above %i MB", (size, chunk) => {
    expect(chunkSize(size * MB + 1)).toBe(chunk * MB);
  });

  it("waits 0, 3, 5, 10 and 20 seconds", () => {
    expect(RETRY_DELAYS).toEqual([0, 3000, 5000, 10_000, 20_000]);
  });
});

describe("speed and time left", () => {
  const run = (...samples: Sample[]) => samples.reduce<Sample[]>((all, next) => withSample(all, next), []);

  it("says nothing before two seconds or while nothing moves", () => {
    expect(speed([])).toBeNull();
    expect(speed(run({ at: 0, bytes: 0 }, { at: 1999, bytes: MB }))).toBeNull();
    expect(speed(run({ at: 0, bytes: MB }, { at: 5000, bytes: MB }))).toBeNull();
  });

  it("is the mean of the last ten seconds", () => {
    expect(speed(run({ at: 0, bytes: 0 }, { at: 2000, bytes: 2 * MB }))).toBe(MB);
    expect(run({ at: 0, bytes: 0 }, { at: 5000, bytes: 1 }, { at: 10_001, bytes: 2 })).toHaveLength(2);
  });

  it("starts anew where the transfer went back", () => {
    expect(run({ at: 0, bytes: 9 }, { at: 3000, bytes: 4 })).toEqual([{ at: 3000, bytes: 4 }]);
  });

  it("tells the time left in calm steps", () => {
    expect(secondsLeft(MB, null)).toBeNull();
    expect(secondsLeft(0, MB)).toBe(0);
    expect(secondsLeft(41 * MB, MB)).toBe(45);
    expect(secondsLeft(61 * MB, MB)).toBe(120);
  });
});
