import { describe, expect, it } from "vitest";
import { deviceName, isHandheld } from "./device";

describe("a device in words", () => {
  it("names the browser and the system, though most browsers claim to be several", () => {
    const edge =
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0";
    const iphone =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E Safari/604.1";
    expect(deviceName(edge)).toBe("Edge, Windows");
    expect(deviceName(iphone)).toBe("Safari, iPhone");
    expect([isHandheld(edge), isHandheld(iphone)]).toEqual([false, true]);
  });

  it("a program that is no browser is named, and a missing user agent has no name", () => {
    expect(deviceName("curl/8.9")).toBe("curl");
    expect(deviceName(null)).toBeNull();
  });
});
