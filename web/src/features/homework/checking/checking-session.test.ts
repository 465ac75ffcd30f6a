import { describe, expect, it } from "vitest";
import { bandOf, scoreOf, withDigit } from "@/entities/homework/score";
import { type Attached, type CheckingCalls, CheckingSession, type Snapshot } from "./checking-session";

const ATTACHED: Attached = {
  files: [{ fileId: "f", name: "izoh.txt", size: 5, mediaType: "text/plain", url: "/f" }],
  voice: { fileId: "v", url: "/v", duration: 12, size: 900 },
};

/** A server of submissions: versions, scores and messages by student. */
class Server {
  readonly works = new Map<number, { version: number; score: number | null; message: string }>();
  readonly lost: Snapshot[] = [];
  readonly attached: Attached[] = [];
  failing = () => false;
  pause = () => Promise.resolve();

  constructor(ids: readonly number[]) {
    for (const id of ids) this.works.set(id, { version: 1, score: null, message: "" });
  }

  calls(): CheckingCalls {
    return {
      claim: async (id) => {
        await this.pause();
        if (this.failing()) throw new Error("no answer");
        const work = this.work(id);
        work.version += 1;
        return work.version;
      },
      check: async ({ id, version, score, message, files, voice }) => {
        await this.pause();
        if (this.failing()) throw new Error("no answer");
        const work = this.work(id);
        if (work.version !== version) throw new Error("stale");
        Object.assign(work, { score, message, version: version + 2 });
        if (files.length > 0) this.attached.push({ files, voice });
        return { checkId: id * 1000 + work.version, version: work.version, score };
      },
      undo: async (id, _, version) => {
        await this.pause();
        const work = this.work(id);
        if (work.version !== version) throw new Error("stale");
        Object.assign(work, { score: null, message: "", version: version + 1 });
        return { version: work.version, claimable: true };
      },
      storeDraft: () => undefined,
    };
  }

  work(id: number) {
    const work = this.works.get(id);
    if (!work) throw new Error(`no submission ${id}`);
    return work;
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function opened(server: Server): CheckingSession {
  const session = new CheckingSession(server.calls());
  session.list([...server.works.keys()]);
  return session;
}

describe("scores as typed", () => {
  it("reads whole numbers from 0 to 100 and nothing else (H4, R2-309)", () => {
    expect(["", "0", "60", "100", "101", "8a", "-1", "1000"].map(scoreOf)).toEqual([
      null,
      0,
      60,
      100,
      null,
      null,
      null,
      null,
    ]);
  });

  it("appends digits and begins anew beyond 100", () => {
    expect([
      withDigit("", "8"),
      withDigit("8", "8"),
      withDigit("10", "0"),
      withDigit("88", "7"),
      withDigit("0", "5"),
    ]).toEqual(["8", "88", "100", "7", "5"]);
  });

  it("names the band at every edge (D-22)", () => {
    expect([0, 1, 59, 60, 70, 71, 85, 86, 94, 95, 100].map(bandOf)).toEqual([
      null,
      "awful",
      "awful",
      "satisfactory",
      "satisfactory",
      "top",
      "top",
      "high",
      "high",
      "extra",
      "extra",
    ]);
  });
});

describe("a checking session", () => {
  it("saves after the claim under way, by the version that the claim made", async () => {
    const server = new Server([1]);
    const session = opened(server);
    session.open(1);
    session.claim(1, 1);
    session.type(1, { score: "88" });
    expect(session.save(1, 88)).toBe(true);
    await settle();
    expect(server.work(1).score).toBe(88);
    expect(session.snapshot().saves.get(1)).toMatchObject({ state: "saved", score: 88 });
    expect(session.isUnsaved).toBe(false);
  });

  it("reports the save that failed and no other (H3)", async () => {
    const server = new Server([1, 2]);
    const session = opened(server);
    const failed: number[] = [];
    for (const id of [1, 2]) {
      session.claim(id, 1);
      await settle();
      session.type(id, { score: "90" });
      server.failing = () => id === 1;
      expect(session.save(id, 90, () => failed.push(id))).toBe(true);
      await settle();
    }
    expect(failed).toEqual([1]);
  });

  it("keeps score and message of a failed save, and saves them again (H3)", async () => {
    const server = new Server([1, 2]);
    server.failing = () => true;
    const session = opened(server);
    session.open(1);
    session.saw(1, 1);
    session.type(1, { score: "45", message: "Qayta ishlang" });
    session.save(1, 45);
    await settle();
    expect(session.snapshot().saves.get(1)).toMatchObject({ state: "failed" });
    expect(session.typedFor(1)).toMatchObject({ score: "45", message: "Qayta ishlang" });
    server.failing = () => false;
    session.save(1, 45);
    await settle();
    expect(server.work(1)).toMatchObject({ score: 45, message: "Qayta ishlang" });
  });

  it("keeps what was attached to a failed save, sends it with the next, and undoing brings it back (H3, D-69)", async () => {
    const server = new Server([1, 2]);
    server.failing = () => true;
    const session = opened(server);
    session.open(1);
    session.saw(1, 1);
    session.type(1, { score: "45" });
    session.type(1, ATTACHED);
    session.save(1, 45);
    await settle();
    expect(session.typedFor(1)).toEqual({ score: "45", message: "", ...ATTACHED });
    server.failing = () => false;
    session.save(1, 45);
    await settle();
    expect(server.attached).toEqual([ATTACHED]);
    expect(session.isUnsaved).toBe(false);
    expect(await session.undo()).toBe(1);
    expect(session.typedFor(1)).toEqual({ score: "45", message: "", ...ATTACHED });
  });

  it("a draft of attachments alone is unsaved, and is discarded with the last of them", () => {
    const session = opened(new Server([1]));
    session.type(1, ATTACHED);
    expect(session.isUnsaved).toBe(true);
    session.type(1, { files: [] });
    expect(session.isUnsaved).toBe(true);
    session.type(1, { voice: null });
    expect(session.isUnsaved).toBe(false);
  });

  it("does not save by a version that the checker has not seen (H2)", async () => {
    const server = new Server([1]);
    const session = opened(server);
    session.open(1);
    session.saw(1, 1);
    server.work(1).version = 5;
    session.claim(1, 1);
    session.type(1, { score: "10" });
    session.save(1, 10);
    await settle();
    expect(session.snapshot().saves.get(1)).toMatchObject({ state: "failed" });
    expect(server.work(1).score).toBeNull();
  });

  it("saves by the version of its own claim when the work is opened again", async () => {
    const server = new Server([1]);
    const session = opened(server);
    session.open(1);
    session.claim(1, 1);
    await settle();
    session.saw(1, 1);
    session.claim(1, 1);
    session.type(1, { score: "64" });
    session.save(1, 64);
    await settle();
    expect(server.work(1).score).toBe(64);
  });

  it("takes two presses of Enter as one check", async () => {
    const server = new Server([1]);
    const session = opened(server);
    session.open(1);
    session.saw(1, 1);
    session.type(1, { score: "70" });
    expect([session.save(1, 70), session.save(1, 70)]).toEqual([true, false]);
    await settle();
    expect(server.work(1).version).toBe(3);
  });

  it("undoes the newest check and brings its score back (D-69)", async () => {
    const server = new Server([1, 2]);
    const session = opened(server);
    session.open(1);
    session.saw(1, 1);
    session.type(1, { score: "70", message: "Yaxshi" });
    session.save(1, 70);
    session.open(2);
    session.saw(2, 1);
    await settle();
    expect(await session.undo()).toBe(1);
    expect(server.work(1).score).toBeNull();
    expect(session.snapshot().at).toBe(1);
    expect(session.typedFor(1)).toMatchObject({ score: "70", message: "Yaxshi" });
    expect(await session.undo()).toBeNull();
  });

  it("claims an undone work again, once, and saves it by that claim (D-69)", async () => {
    const server = new Server([1]);
    const session = opened(server);
    session.open(1);
    session.saw(1, 1);
    session.type(1, { score: "70" });
    session.save(1, 70);
    await session.undo();
    // the screen, showing the work again, claims it as it does each one
    session.claim(1, 1);
    await settle();
    // checked 3, undone 4, claimed once
    expect(server.work(1).version).toBe(5);
    session.type(1, { score: "75" });
    session.save(1, 75);
    await settle();
    expect(server.work(1).score).toBe(75);
  });

  it("never moves a listed submission, and adds new ones behind", () => {
    const session = opened(new Server([3, 1]));
    session.list([2, 3, 1]);
    expect(session.snapshot().order).toEqual([3, 1, 2]);
  });

  it("goes to the next that waits, and begins again at the first", async () => {
    const server = new Server([1, 2, 3]);
    const session = opened(server);
    session.open(2);
    session.saw(2, 1);
    session.type(2, { score: "80" });
    session.save(2, 80);
    expect(session.nextWaiting()).toBe(3);
    session.open(3);
    session.saw(3, 1);
    expect(session.nextWaiting()).toBe(1);
    await settle();
  });
});

/** Numbers that a run can repeat. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

it("puts no score on another student's work and loses no text, whatever is pressed (H1, 10 000 presses)", async () => {
  const ids = Array.from({ length: 40 }, (_, place) => place + 1);
  const server = new Server(ids);
  const chance = random(20_261_125);
  server.failing = () => chance() < 0.15;
  server.pause = async () => {
    for (let turns = Math.floor(chance() * 4); turns > 0; turns -= 1) await Promise.resolve();
  };
  // two tabs of one checker and another checker; the scores of a submission name it: 1 … 40, and 41 … 80 of the other
  const tabs = [opened(server), opened(server), opened(server)];
  const mine = (id: number, tab: number) => (tab === 2 ? id + 40 : id);
  for (let press = 0; press < 10_000; press += 1) {
    const tab = Math.floor(chance() * 3);
    const session = tabs[tab] as CheckingSession;
    const at = session.snapshot().at;
    const act = chance();
    if (at === null || act < 0.3) {
      const id = session.nextWaiting() ?? ids[Math.floor(chance() * ids.length)] ?? 1;
      session.open(id);
      session.claim(id, server.work(id).version);
    } else if (act < 0.6) {
      session.type(at, { score: String(mine(at, tab)), message: `to ${at} of ${tab}` });
    } else if (act < 0.9) {
      const score = scoreOf(session.typedFor(at).score);
      if (session.save(at, score)) session.open(session.nextWaiting() ?? at);
    } else if (act < 0.95) {
      await session.undo().catch(() => null);
    } else {
      await Promise.resolve();
    }
    if (press % 50 === 0) {
      for (const [id, { score, message }] of server.works) {
        if (score !== null) expect([id, id + 40]).toContain(score);
        if (message) expect(message.startsWith(`to ${id} of `)).toBe(true);
      }
    }
  }
  server.failing = () => false;
  for (let turns = 0; turns < 50; turns += 1) await settle();
  for (const session of tabs) {
    for (const [id, save] of session.snapshot().saves) {
      // what failed is still there, to be saved again
      if (save.state === "failed") expect(session.typedFor(id).score).not.toBe("");
      expect(save.state).not.toBe("saving");
    }
  }
}, 30_000);
