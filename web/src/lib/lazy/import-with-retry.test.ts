import { afterEach, expect, it, vi } from "vitest";
import { importWithRetry } from "./import-with-retry";

afterEach(() => vi.restoreAllMocks());

const connected = (online: boolean) => vi.spyOn(navigator, "onLine", "get").mockReturnValue(online);

it("D-51: an import waits for the connection while offline", async () => {
  connected(false);
  let tries = 0;
  const code = importWithRetry(async () => {
    tries += 1;
    if (!navigator.onLine) throw new TypeError("Failed to fetch dynamically imported module");
    return "code";
  });
  await vi.waitFor(() => expect(tries).toBe(1));
  await Promise.resolve();
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(tries).toBe(2));
  await Promise.resolve();
  connected(true);
  window.dispatchEvent(new Event("online"));
  expect(await code).toBe("code");
  expect(tries).toBe(3);
});

it("a failed import while online is thrown", async () => {
  connected(true);
  await expect(importWithRetry(() => Promise.reject(new TypeError("gone")))).rejects.toThrow("gone");
});
