import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { remember } from "@/api/storage";
import { clearTokens, writeTokens } from "@/api/tokens";
import { PAUSE, UPLOADING } from "../video-types";
import { inPhase, type Phase, type Upload } from "./upload-item";
import type { UploadElsewhere } from "./uploads-elsewhere";

/** The locks of one browser, shared by its tabs. */
class Locks {
  private readonly queues = new Map<string, (() => unknown)[]>();

  request(name: string, work: () => unknown): void {
    const queue = this.queues.get(name) ?? [];
    this.queues.set(name, queue);
    queue.push(work);
    if (queue.length === 1) work();
  }

  /** The tab that holds it is closed. */
  release(name: string): void {
    const [, next] = this.queues.get(name) ?? [];
    this.queues.get(name)?.shift();
    next?.();
  }

  names = () => [...this.queues.keys()];
}

const RealChannel = BroadcastChannel;
const opened: BroadcastChannel[] = [];
let browser = 0;
let locks: Locks;
let closed: number;

beforeEach(() => {
  browser += 1;
  const own = browser;
  [locks, closed] = [new Locks(), 0];
  vi.stubGlobal(
    "BroadcastChannel",
    class extends RealChannel {
      constructor(name: string) {
        super(`${name} of browser ${own}`);
        opened.push(this);
      }
    },
  );
  vi.stubGlobal("navigator", { ...navigator, locks });
  remember("person", "staff", { id: 7 });
  writeTokens({ accessToken: "a", refreshToken: "r" });
});
afterEach(() => {
  for (const channel of opened.splice(0)) channel.close();
  clearTokens();
  vi.unstubAllGlobals();
});

const settle = () => act(() => new Promise<void>((done) => setTimeout(done, 30)));

/** A fresh tab: its modules know nothing of the other's. */
async function openTab() {
  vi.resetModules();
  remember("person", "staff", { id: 7 });
  const [elsewhere, store, presence] = [
    await import("./uploads-elsewhere"),
    await import("./upload-store"),
    await import("./upload-presence"),
  ];
  elsewhere.followTabs(async () => {
    closed += 1;
  });
  const seen = renderHook(() => elsewhere.useUploadsElsewhere());
  await settle();
  return { ...store, ...presence, seen: () => seen.result.current.map(describeOne) };
}
const describeOne = ({ name, phase, uploadFile }: UploadElsewhere) => `${name} ${phase} ${uploadFile.progress}`;

function upload(key: string, phase: Phase, file: File | null = new File(["x"], "dars.mp4")): Upload {
  const uploadFile = { currentStatus: PAUSE, progress: null, isVisible: true, abort: () => 0, start: () => 0 };
  const page = { link: "/my-groups/3", name: "Python N1" };
  const one = { key, id: 1, name: key, size: 100, bytes: 40, file, page, samples: [], fault: null, uploadFile };
  return inPhase(one as unknown as Upload, phase);
}

describe("uploads of another tab", () => {
  it("are shown in a tab that is opened later, with their progress, until they are all there", async () => {
    const first = await openTab();
    first.addUploads([upload("Dars 1", "uploading"), upload("Dars 2", "fileless", null)]);
    await settle();
    const second = await openTab();
    expect(second.seen()).toEqual(["Dars 1 uploading 40"]);
    expect([second.hasUnfinished(), first.seen()]).toEqual([true, []]);
    first.changeUpload("Dars 1", (one) => inPhase({ ...one, bytes: 70 }, "paused"));
    await vi.waitFor(() => expect(second.seen()).toEqual(["Dars 1 paused 70"]), { timeout: 2_000 });
    first.changeUpload("Dars 1", (one) => inPhase({ ...one, file: null }, "sent", { status: UPLOADING, percent: 0 }));
    await vi.waitFor(() => expect(second.seen()).toEqual([]), { timeout: 2_000 });
    expect(second.hasUnfinished()).toBe(false);
  });

  it("are no longer asked for here once their file was chosen there", async () => {
    const second = await openTab();
    second.addUploads([upload("Dars 1", "fileless", null)]);
    const first = await openTab();
    first.addUploads([upload("Dars 1", "queued")]);
    await settle();
    expect([second.allUploads(), second.seen()]).toEqual([[], ["Dars 1 queued null"]]);
  });

  it("go with it when it is closed: what it did not finish is looked for here", async () => {
    const first = await openTab();
    const [lock = ""] = locks.names();
    first.addUploads([upload("Dars 1", "uploading")]);
    const second = await openTab();
    expect(closed).toBe(0);
    locks.release(lock);
    await settle();
    expect([second.seen(), closed]).toEqual([[], 1]);
  });

  it("of another person are not shown", async () => {
    const first = await openTab();
    first.addUploads([upload("Dars 1", "uploading")]);
    const second = await openTab();
    expect(second.seen()).toEqual(["Dars 1 uploading 40"]);
    remember("person", "staff", { id: 8 });
    const tokens = await import("@/api/tokens");
    act(() => tokens.writeTokens({ accessToken: "b", refreshToken: "s" }));
    expect(second.seen()).toEqual([]);
  });
});

it("a browser without locks knows nothing of its other tabs", async () => {
  vi.stubGlobal("navigator", {});
  const first = await openTab();
  first.addUploads([upload("Dars 1", "uploading")]);
  const second = await openTab();
  expect(second.seen()).toEqual([]);
});
