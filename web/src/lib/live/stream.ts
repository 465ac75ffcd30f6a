/**
 * The live stream of this browser: one tab holds it and tells the others (D-162). A browser without locks, as over plain
 * http, has none, and its screens poll.
 */
import { refresh } from "@/api/refresh";
import { onTokens, readTokens } from "@/api/tokens";
import { type ServerSent, serverSent } from "./server-sent";
import { deliver, deliverAll, isLive, setLive, type Topic } from "./topics";

const NAME = "markaz.live";
const PATH = "/api/staff/live";
/** A heartbeat comes every 20 seconds; a proxy that holds the messages back shows itself by the missing first one. */
const FIRST_WITHIN_MS = 10_000;
const SILENCE_MS = 45_000;
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

type LiveMessage =
  | { kind: "hello" }
  | { kind: "state"; live: boolean }
  | { kind: "reload" }
  | { kind: "changed"; topic: Topic };

const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));
const someOf = (milliseconds: number) => Math.random() * milliseconds;

let started = false;

/** Whether the person may follow the stream now, and how to hear that this changed. */
export type Gate = { isOpen: () => boolean; onChange: (listener: () => void) => () => void };

/** Follows the stream in this tab, or through the tab that holds it, for as long as the page is open. */
export function startLive(gate: Gate): void {
  if (started || !("locks" in navigator) || !("BroadcastChannel" in globalThis)) return;
  started = true;
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => receive(data);
  channel.postMessage({ kind: "hello" } satisfies LiveMessage);
  void navigator.locks.request(NAME, () => lead(channel, gate));
}

function receive(message: LiveMessage): void {
  if (message.kind === "state") setLive(message.live);
  else if (message.kind === "reload") deliverAll();
  else if (message.kind === "changed") deliver(message.topic);
}

/** Holds the stream until the tab is closed; the lock passes to another tab then. */
async function lead(channel: BroadcastChannel, gate: Gate): Promise<never> {
  const tell = (message: LiveMessage) => {
    channel.postMessage(message);
    receive(message);
  };
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => {
    if (data.kind === "hello") channel.postMessage({ kind: "state", live: isLive() } satisfies LiveMessage);
  };
  const stream = new Stream(tell);
  let wait = SHORTEST_WAIT_MS;
  for (;;) {
    await opened(gate);
    if (await stream.follow()) {
      wait = SHORTEST_WAIT_MS;
      // It ended by itself: the next one continues, and not all browsers ask for it at once.
      await pause(someOf(SHORTEST_WAIT_MS));
      continue;
    }
    tell({ kind: "state", live: false });
    await pause(wait / 2 + someOf(wait / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

/** Resolves once somebody is signed in who may follow the stream. */
function opened(gate: Gate): Promise<void> {
  const isOpen = () => readTokens() !== null && gate.isOpen();
  if (isOpen()) return Promise.resolve();
  return new Promise((done) => {
    const look = () => {
      if (!isOpen()) return;
      for (const stop of stops) stop();
      done();
    };
    const stops = [onTokens(look), gate.onChange(look)];
  });
}

class Stream {
  /** Where the next stream continues. */
  private place = "";

  constructor(private readonly tell: (message: LiveMessage) => void) {}

  /** Opens the stream and tells what comes until it ends; false when it did not begin. */
  async follow(): Promise<boolean> {
    const token = readTokens()?.accessToken ?? "";
    const ending = new AbortController();
    const forget = onTokens(() => {
      if (readTokens()) return;
      this.place = "";
      this.tell({ kind: "state", live: false });
      ending.abort();
    });
    const silence = new Watchdog(() => ending.abort());
    let began = false;
    try {
      const headers = { Authorization: `Bearer ${token}`, ...(this.place ? { "Last-Event-ID": this.place } : {}) };
      silence.expect(FIRST_WITHIN_MS);
      const response = await fetch(PATH, { headers, signal: ending.signal, cache: "no-store" });
      if (response.status === 401) await refresh(token);
      if (!response.ok || !response.body) return false;
      for await (const message of serverSent(response.body)) {
        silence.expect(SILENCE_MS);
        began = true;
        this.take(message);
      }
    } catch {
      // Cut, silent, or the person signed out.
    } finally {
      silence.stop();
      forget();
      ending.abort();
    }
    return began && readTokens() !== null;
  }

  private take({ event, data, id }: ServerSent): void {
    if (id) this.place = id;
    if (event === "ready") this.tell({ kind: "state", live: true });
    else if (event === "reload") this.tell({ kind: "reload" });
    else if (event === "changed") this.tell({ kind: "changed", topic: JSON.parse(data).topic });
  }
}

class Watchdog {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly bite: () => void) {}

  expect(within: number): void {
    this.stop();
    this.timer = setTimeout(this.bite, within);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
