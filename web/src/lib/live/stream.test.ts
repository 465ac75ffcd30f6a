import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearTokens, writeTokens } from "@/api/tokens";

/** The response to one opening of the stream, which the test writes to. */
class FakeStream {
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      this.controller = controller;
    },
  });

  constructor(readonly headers: Headers) {}

  send(text: string): void {
    this.controller?.enqueue(new TextEncoder().encode(text));
  }

  ready(place = "e-1"): void {
    this.send(`id: ${place}\nevent: ready\ndata: {}\n\n`);
  }

  changed(topic: string, place: string): void {
    this.send(`id: ${place}\nevent: changed\ndata: {"topic":"${topic}","entity":"lesson","id":5,"version":2}\n\n`);
  }

  end(): void {
    this.controller?.close();
  }

  fail(): void {
    this.controller?.error(new TypeError("cut"));
  }
}

let streams: FakeStream[];
let status: number;
let held: boolean;
let refreshes: number;
const otherTabs: BroadcastChannel[] = [];
const RealChannel = BroadcastChannel;
let browsers = 0;

let open = true;
let changeGate: () => void = () => undefined;

/** A fresh tab: the modules keep what they know of the stream. */
async function openTab() {
  vi.resetModules();
  const topics = await import("./topics");
  const { startLive } = await import("./stream");
  const received: string[] = [];
  for (const topic of ["today", "jobs"] as const) topics.onLive(topic, () => received.push(topic));
  startLive({
    isOpen: () => open,
    onChange: (listener) => {
      changeGate = listener;
      return () => undefined;
    },
  });
  await settle();
  return { ...topics, received };
}

const settle = async (milliseconds = 0) => {
  await vi.advanceTimersByTimeAsync(milliseconds);
  for (let round = 0; round < 10; round += 1) await new Promise((done) => setImmediate(done));
};
const last = () => streams.at(-1) as FakeStream;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  [streams, status, held, refreshes] = [[], 200, false, 0];
  open = true;
  writeTokens({ accessToken: "a", refreshToken: "r" });
  browsers += 1;
  const own = browsers;
  vi.stubGlobal(
    "BroadcastChannel",
    class extends RealChannel {
      constructor(name: string) {
        super(`${name} of browser ${own}`);
      }
    },
  );
  vi.stubGlobal("navigator", {
    ...navigator,
    locks: { request: (_: string, work: () => unknown) => (held ? new Promise(() => undefined) : work()) },
  });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path.includes("refresh-token")) {
      refreshes += 1;
      status = 200;
      return new Response(JSON.stringify({ data: { accessToken: "b", refreshToken: "s" } }), { status: 200 });
    }
    expect(path).toBe("/api/staff/live");
    const stream = new FakeStream(new Headers(init.headers));
    streams.push(stream);
    init.signal?.addEventListener("abort", () => stream.fail());
    return new Response(status === 200 ? stream.body : "{}", { status });
  });
});
afterEach(() => {
  clearTokens();
  for (const channel of otherTabs.splice(0)) channel.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function otherTab(): unknown[] {
  const heard: unknown[] = [];
  const channel = new BroadcastChannel("markaz.live");
  channel.onmessage = ({ data }) => heard.push(data);
  otherTabs.push(channel);
  return heard;
}

describe("the tab that holds the stream", () => {
  it("tells itself and the other tabs what changed", async () => {
    const heard = otherTab();
    const tab = await openTab();
    expect(last().headers.get("Authorization")).toBe("Bearer a");
    expect(tab.isLive()).toBe(false);
    last().ready();
    await settle();
    expect(tab.isLive()).toBe(true);
    expect(tab.received).toEqual(["today", "jobs"]);
    last().changed("today", "e-2");
    await settle();
    expect(tab.received).toEqual(["today", "jobs", "today"]);
    expect(heard).toEqual([{ kind: "hello" }, { kind: "state", live: true }, { kind: "changed", topic: "today" }]);
    expect(streams).toHaveLength(1);
  });

  it("reads messages that arrive in pieces", async () => {
    const tab = await openTab();
    last().ready();
    last().send("id: e-2\nevent: chan");
    last().send('ged\ndata: {"topic":"jobs"}\n');
    await settle();
    expect(tab.received).toHaveLength(2);
    last().send("\nid: e-3\n: heartbeat\n\n");
    await settle();
    expect(tab.received).toEqual(["today", "jobs", "jobs"]);
  });

  it("continues where the last one ended, and stays live meanwhile", async () => {
    const tab = await openTab();
    last().ready("e-1");
    last().send("id: e-7\n: heartbeat\n\n");
    await settle();
    last().end();
    await settle(1_000);
    expect(streams).toHaveLength(2);
    expect(last().headers.get("Last-Event-ID")).toBe("e-7");
    expect(tab.isLive()).toBe(true);
  });

  it("reads everything again when too much was missed", async () => {
    const tab = await openTab();
    last().ready();
    await settle();
    last().send("event: reload\ndata: {}\n\n");
    await settle();
    expect(tab.received).toEqual(["today", "jobs", "today", "jobs"]);
  });

  it("says nothing where the stream is not available, and tries more and more rarely", async () => {
    status = 503;
    const tab = await openTab();
    await settle(600_000);
    expect(tab.isLive()).toBe(false);
    expect(tab.received).toEqual([]);
    expect(streams.length).toBeGreaterThan(8);
    expect(streams.length).toBeLessThan(30);
    status = 200;
    const before = streams.length;
    while (streams.length === before) await settle(500);
    last().ready();
    await settle();
    expect(tab.isLive()).toBe(true);
  });

  it("takes a silent stream, such as behind a proxy that holds it back, as cut", async () => {
    const tab = await openTab();
    await settle(10_000);
    await settle(2_000);
    expect(streams).toHaveLength(2);
    last().ready();
    await settle(44_000);
    expect(streams).toHaveLength(2);
    await settle(1_000);
    await settle(1_000);
    expect(streams).toHaveLength(3);
    expect(tab.received).toHaveLength(2);
  });

  it("waits until a new password is set (D-61)", async () => {
    open = false;
    await openTab();
    expect(streams).toHaveLength(0);
    open = true;
    changeGate();
    await settle();
    expect(streams).toHaveLength(1);
  });

  it("renews an expired token", async () => {
    status = 401;
    await openTab();
    await settle(2_000);
    expect(refreshes).toBe(1);
    expect(last().headers.get("Authorization")).toBe("Bearer b");
  });

  it("closes the stream at sign-out, and opens the next person's from its beginning", async () => {
    const tab = await openTab();
    last().ready("e-5");
    await settle();
    // The modules of the tab have tokens of their own; the storage is shared.
    const tokens = await import("@/api/tokens");
    tokens.clearTokens();
    await settle(5_000);
    expect(tab.isLive()).toBe(false);
    expect(streams).toHaveLength(1);
    tokens.writeTokens({ accessToken: "c", refreshToken: "t" });
    await settle();
    expect(streams).toHaveLength(2);
    expect(last().headers.get("Authorization")).toBe("Bearer c");
    expect(last().headers.has("Last-Event-ID")).toBe(false);
  });
});

describe("another tab", () => {
  it("opens no stream and is received through the one that holds it", async () => {
    held = true;
    const heard = otherTab();
    const tab = await openTab();
    expect(heard).toEqual([{ kind: "hello" }]);
    otherTabs[0]?.postMessage({ kind: "state", live: true });
    otherTabs[0]?.postMessage({ kind: "changed", topic: "jobs" });
    await settle();
    expect(tab.isLive()).toBe(true);
    expect(tab.received).toEqual(["today", "jobs", "jobs"]);
    expect(streams).toHaveLength(0);
  });
});

describe("a browser without locks", () => {
  it("has no stream", async () => {
    vi.stubGlobal("navigator", {});
    const tab = await openTab();
    expect(streams).toHaveLength(0);
    expect(tab.isLive()).toBe(false);
  });
});
