import { describe, expect, it } from "vitest";
import { preloadOf, suitable } from "./quality";

const RENDITIONS = [
  { address: "/low", height: 360, size: 1 },
  { address: "/high", height: 720, size: 2 },
];

describe("the rendition", () => {
  it.each([
    ["a wide screen on a good network", {}, 1440, "/high"],
    ["4g", { effectiveType: "4g" }, 1440, "/high"],
    ["3g", { effectiveType: "3g" }, 1440, "/low"],
    ["data saving", { saveData: true, effectiveType: "4g" }, 1440, "/low"],
    ["a phone", { effectiveType: "4g" }, 390, "/low"],
  ])("for %s", (_, connection, width, address) => {
    expect(suitable(RENDITIONS, connection, width)?.address).toBe(address);
  });

  it("is the only one where there is one, and none where there is none", () => {
    expect(suitable(RENDITIONS.slice(1), { saveData: true }, 390)?.address).toBe("/high");
    expect(suitable([], {}, 1440)).toBeUndefined();
  });
});

it("an open player fetches ahead, except for one who saves data or has a slow network", () => {
  expect(preloadOf({})).toBe("auto");
  expect(preloadOf({ effectiveType: "3g" })).toBe("metadata");
  expect(preloadOf({ saveData: true, effectiveType: "4g" })).toBe("metadata");
});
