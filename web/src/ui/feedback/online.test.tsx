// S3: offline is a failed probe, and it heals by itself

import { screen } from "@testing-library/react";
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { read } from "@/api/request";
import { isOnline, probe, watchConnection } from "@/lib/online";
import { fakeClock, waitForIdle } from "@/testing/clock";
import { renderScreen } from "@/testing/render-screen";
import { Button } from "@/ui/controls/button";
import { OfflineBanner } from "./offline-banner";

watchConnection();
afterEach(async () => {
  vi.stubGlobal("fetch", async () => new Response("{}"));
  await act(probe);
});

const saved = vi.fn();
const Screen = () => (
  <>
    <OfflineBanner />
    <Button saves onClick={saved}>
      Saqlash
    </Button>
  </>
);
const banner = () => screen.getByRole("status").textContent;

it("D-51: a call without a response triggers a probe, and the probe decides, not the browser", async () => {
  vi.stubGlobal("fetch", async (input: Request | string) => {
    if (String(input instanceof Request ? input.url : input).includes("/api/health")) return new Response("{}");
    throw new TypeError("Failed to fetch");
  });
  await renderScreen(Screen);
  await act(() => read("/profile").catch(() => undefined));
  await waitForIdle();
  expect(isOnline()).toBe(true);
  expect(banner()).toBe("");
});

it("offline shows the banner, disables saving with a reason, and recovers by itself", async () => {
  let reachable = false;
  vi.stubGlobal("fetch", async () => {
    if (reachable) return new Response("{}");
    throw new TypeError("Failed to fetch");
  });
  fakeClock();
  await renderScreen(Screen);
  await act(probe);
  expect(banner()).toContain("Internet bilan biron muammo bor.");
  const save = screen.getByRole("button", { name: "Saqlash" });
  expect(save?.getAttribute("aria-disabled")).toBe("true");
  await act(async () => save?.click());
  expect(saved).not.toHaveBeenCalled();
  await act(async () => {
    save?.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerType: "mouse" }));
  });
  await waitForIdle();
  await waitForIdle(400);
  expect(screen.getByRole("tooltip").textContent).toBe("Internet bilan biron muammo bor.");
  reachable = true;
  await waitForIdle(3_000);
  expect(isOnline()).toBe(true);
  expect(banner()).toBe("");
  await act(async () => screen.getByRole("button", { name: "Saqlash" })?.click());
  expect(saved).toHaveBeenCalledOnce();
});

it("a gateway error counts as offline, a server error as online", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 502 }));
  expect(await act(probe)).toBe(false);
  vi.stubGlobal("fetch", async () => new Response("", { status: 503 }));
  expect(await act(probe)).toBe(true);
});

it("D-51: a silent server is detected after ten seconds and a probe of four, and saving is disabled", async () => {
  let hangs = true;
  const silence = (signal: AbortSignal | null | undefined) =>
    new Promise<never>((_, fail) => signal?.addEventListener("abort", () => fail(signal.reason)));
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    if (hangs) await silence(input instanceof Request ? input.signal : init?.signal);
    return new Response("{}");
  });
  fakeClock();
  await renderScreen(Screen);
  const leaving = new AbortController();
  const reading = read("/profile", { signal: leaving.signal }).catch(() => undefined);
  await waitForIdle(9_000);
  expect(isOnline()).toBe(true);
  await waitForIdle(5_000);
  expect(banner()).toContain("Internet bilan biron muammo bor.");
  expect(screen.getByRole("button", { name: "Saqlash" })?.getAttribute("aria-disabled")).toBe("true");
  hangs = false;
  await waitForIdle(3_000);
  expect(isOnline()).toBe(true);
  leaving.abort();
  await reading;
});
