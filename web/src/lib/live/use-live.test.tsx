import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { useRead } from "@/api/use-read";
import { fakeClock, waitForIdle } from "@/testing/clock";
import { mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { deliver, setLive } from "./topics";
import { GAP_MS, useLive } from "./use-live";

const POLL_MS = 1_500;

function Jobs() {
  const pace = useLive("jobs", ["/jobs/mine"]);
  const read = useRead("/jobs/mine", undefined, { refetchInterval: pace(POLL_MS) });
  return <p>{read.state}</p>;
}

async function open() {
  fakeClock();
  const calls = mockApi(() => ({ data: { jobs: [] } }));
  await renderScreen(Jobs);
  await waitForIdle();
  return calls;
}

afterEach(() => {
  act(() => setLive(false));
  cleanup();
});

describe("a read that follows a topic", () => {
  it("is read again at once, then once in a while, however much changes", async () => {
    const calls = await open();
    act(() => setLive(true));
    await waitForIdle(GAP_MS);
    const before = calls.length;
    act(() => deliver("jobs"));
    await waitForIdle(300);
    expect(calls.length).toBe(before + 1);
    for (let change = 0; change < 50; change += 1) act(() => deliver("jobs"));
    await waitForIdle(300);
    expect(calls.length).toBe(before + 1);
    await waitForIdle(GAP_MS);
    expect(calls.length).toBe(before + 2);
  });

  it("is not read for another topic, nor when its screen is closed", async () => {
    const calls = await open();
    act(() => setLive(true));
    await waitForIdle(GAP_MS);
    const before = calls.length;
    act(() => deliver("sync"));
    await waitForIdle(GAP_MS);
    cleanup();
    act(() => deliver("jobs"));
    await waitForIdle(GAP_MS);
    expect(calls.length).toBe(before);
  });

  it("polls where the stream does not work, and hardly where it does", async () => {
    const calls = await open();
    await waitForIdle(POLL_MS * 4);
    expect(calls.length).toBeGreaterThan(3);
    act(() => setLive(true));
    await waitForIdle(GAP_MS);
    const before = calls.length;
    await waitForIdle(POLL_MS * 10);
    expect(calls.length).toBe(before);
    expect(screen.getByText("ready")).toBeInTheDocument();
  });
});
