import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { remember } from "@/api/storage";
import { writeTokens } from "@/api/tokens";
import { hasRunning } from "@/lib/unsaved";
import { FakeTus } from "@/testing/fake-tus";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { ERROR, PAUSE, PROCESSING, UPLOADING, WAITING } from "../video-types";
import { goOn, goOnOnline } from "./upload-engine";
import { inPhase, type Phase, type Upload } from "./upload-item";
import {
  addToQueue,
  adopt,
  chooseFile,
  edit,
  pause,
  pauseAll,
  processAgain,
  remove,
  restart,
  resume,
} from "./upload-manager";
import { allUploads, clearUploads, findUpload } from "./upload-store";
import { abandonAll } from "./upload-work";

const MB = 1024 * 1024;
let tus: FakeTus;
let calls: ApiCall[];
let replies: Record<string, (call: ApiCall) => ApiReply>;
let nextId: number;

const fileOf = (size: number, name = "dars.mp4") =>
  new File([new Uint8Array(size)], name, { lastModified: 5, type: "video/mp4" });

function upload(key: string, file: File): Upload {
  const nothing = () => undefined;
  return inPhase(
    {
      key,
      id: null,
      videoId: "",
      audience: "academic",
      name: key,
      origName: file.name,
      size: file.size,
      lastModified: file.lastModified,
      file,
      lesson: { id: 4, name: "4-dars" },
      group: { id: 3, name: "Python N1" },
      chapter: { id: null, name: "" },
      page: { link: "/my-groups/3/staff/4/schedule/5?tab=2", name: "Python N1" },
      phase: "queued",
      bytes: 0,
      samples: [],
      fault: null,
      nextTry: null,
      statusHistories: [],
      uploadFile: { currentStatus: WAITING, progress: null, isVisible: true, abort: nothing, start: nothing },
    },
    "queued",
  );
}

const LINK = /^\/video\/upload-links$/;
const RENEW = /^\/video\/upload-links\/(\d+)\/renew$/;
const pathOf = (id: number, attempt = 0) => `/api/uploads/${id}-${attempt}`;
const sizes = new Map<number, number>();
let renewals = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  tus = FakeTus.install();
  replies = {};
  nextId = 10;
  renewals = 0;
  sizes.clear();
  remember("person", "staff", { id: 7 });
  calls = mockApi((call) => {
    const own = Object.entries(replies).find(([path]) => call.path.startsWith(path));
    if (own) return own[1](call);
    const link = (id: number, url: string, offset: number) => ({
      data: { id, videoId: `v${id}`, uploadUrl: url, offset, expiresAt: null },
    });
    if (LINK.test(call.path)) {
      nextId += 1;
      const { size } = call.body as { size: number };
      sizes.set(nextId, size);
      return link(nextId, tus.link(pathOf(nextId), size), 0);
    }
    const renewed = RENEW.exec(call.path);
    if (renewed) {
      const id = Number(renewed[1]);
      const before = tus.uploads.get(pathOf(id, renewals))?.bytes ?? 0;
      renewals += 1;
      return link(id, tus.link(pathOf(id, renewals), sizes.get(id) ?? 0, before), before);
    }
    return { data: { videos: [] } };
  });
});

afterEach(() => {
  abandonAll();
  clearUploads();
});

const realTimeout = setTimeout;
const STEPS = 40;
/** Lets so many milliseconds of the stopped clock pass, and everything that happens in them. */
async function settle(milliseconds = STEPS): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    await vi.advanceTimersByTimeAsync(milliseconds / STEPS);
    await new Promise((done) => realTimeout(done, 1));
  }
}
/** The same until the upload is in that phase. */
async function until(key: string, phase: Phase): Promise<void> {
  for (let round = 0; round < 20 && findUpload(key)?.phase !== phase; round += 1) await settle(4_000);
  expect(findUpload(key)?.phase).toBe(phase);
}
const statuses = () =>
  calls
    .filter(({ path }) => path.startsWith("/video/update-status"))
    .map(({ body }) => (body as { status: number }).status);
const logs = () => calls.filter(({ path }) => path === "/sender/log").map(({ body }) => body);

describe("an upload", () => {
  it("asks for a link, sends chunks of D-28 with metadata and token, and waits for the host (R2-177, R2-183, R2-273, R2-274, R2-275, R2-357, R2-358)", async () => {
    addToQueue([upload("a", fileOf(2.5 * MB))]);
    await until("a", "sent");
    const link = calls.find(({ path }) => LINK.test(path));
    expect(link?.body).toEqual({ groupId: 3, lessonId: 4, origName: "dars.mp4", name: "a", size: 2.5 * MB });
    expect(link?.headers.get("Idempotency-Key")).toBeTruthy();
    expect(tus.methods()).toEqual(["POST", "PATCH", "PATCH", "PATCH"]);
    expect(tus.calls.map(({ sent }) => sent)).toEqual([0, MB, MB, MB / 2]);
    const encoded = (text: string) => btoa(text);
    expect(tus.calls[0]?.headers["Upload-Metadata"]).toBe(
      `filename ${encoded("dars.mp4")},filetype ${encoded("video/mp4")},id ${encoded("11")}`,
    );
    expect(tus.calls.every(({ headers }) => headers.Authorization === "Bearer a")).toBe(true);
    expect(statuses()).toEqual([WAITING]);
    expect(findUpload("a")).toMatchObject({ phase: "sent", id: 11, file: null });
    expect(findUpload("a")?.statusHistories.map(({ status }) => status)).toEqual([UPLOADING, WAITING]);
  });

  it("runs three at a time, and the next as soon as one is done (R2-014)", async () => {
    tus.trouble(...Array.from({ length: 3 }, () => ({ method: "PATCH", hang: true }) as const));
    addToQueue(["a", "b", "c", "d", "e"].map((key) => upload(key, fileOf(100))));
    await settle();
    expect(allUploads().map(({ phase }) => phase)).toEqual(["uploading", "uploading", "uploading", "queued", "queued"]);
    // a closed browser forgets none of those that wait
    expect(allUploads().map(({ id }) => id)).not.toContain(null);
    await remove("b");
    await until("d", "sent");
    await until("e", "sent");
  });

  it("sends at most 1.1 times its bytes over five drops, and all of them arrive (V2)", async () => {
    const size = 12 * MB;
    tus.trouble(...[0.4, 0.9, 0.1, 0.7, 0.5].map((part) => ({ method: "PATCH", dropAfter: Math.floor(part * MB) })));
    addToQueue([upload("a", fileOf(size))]);
    await until("a", "sent");
    expect(tus.uploads.get(pathOf(11))?.bytes).toBe(size);
    expect(tus.sent).toBeLessThanOrEqual(1.1 * size);
  });

  it("waits 0, 3, 5, 10 and 20 s, shows the next try, then fails with a log message (R2-276, R2-277, R2-450, R2-452, R2-471)", async () => {
    tus.trouble({ method: "POST", status: 500 });
    tus.trouble(...Array.from({ length: 5 }, () => ({ method: "HEAD", status: 502 })));
    addToQueue([upload("a", fileOf(100))]);
    const started = Date.now();
    await settle();
    const tries: number[] = [];
    for (const seconds of [3, 5, 10, 20]) {
      expect(findUpload("a")).toMatchObject({ phase: "broken", fault: { code: "silent" } });
      tries.push(Math.round(((findUpload("a")?.nextTry ?? 0) - Date.now()) / 1000));
      await vi.advanceTimersByTimeAsync(seconds * 1000);
      await settle();
    }
    expect(tries).toEqual([3, 5, 10, 20]);
    expect(Date.now() - started).toBeLessThan(39_000);
    expect(findUpload("a")).toMatchObject({ phase: "failed", fault: { code: "silent" } });
    expect(findUpload("a")?.uploadFile.currentStatus).toBe(ERROR);
    expect(statuses()).toEqual([ERROR]);
    expect(logs()).toEqual([{ logType: "upload", text: "video 11: silent: cannot HEAD /api/uploads/… 502" }]);
  });

  it.each([404, 410, 403])("goes on as the same item with a fresh link after %i (V1)", async (status) => {
    tus.trouble({ method: "PATCH", status });
    addToQueue([upload("a", fileOf(100))]);
    await settle();
    expect(findUpload("a")).toMatchObject({ phase: "sent", id: 11 });
    expect(calls.filter(({ path }) => RENEW.test(path))).toHaveLength(1);
    expect(findUpload("a")?.statusHistories.map(({ message }) => message)).toContain("upload.renewed");
  });

  it.each([409, 423])("waits where a former transfer holds it, and renews the link after %i (V1)", async (status) => {
    tus.trouble({ method: "PATCH", status });
    addToQueue([upload("a", fileOf(100))]);
    await settle(4_000);
    expect(findUpload("a")?.phase).toBe("sent");
    expect(calls.some(({ path }) => RENEW.test(path))).toBe(true);
  });

  it("ends where its video was deleted meanwhile", async () => {
    tus.trouble({ method: "PATCH", status: 404 });
    replies["/video/upload-links/11/renew"] = () => ({ status: 404, refusal: { code: "NOT_FOUND" } });
    addToQueue([upload("a", fileOf(100))]);
    await settle();
    expect(findUpload("a")).toMatchObject({ phase: "failed", fault: { code: "deleted" } });
  });

  it("goes on with the fresh token where the old one ends in the middle (R2-358)", async () => {
    tus.trouble({ method: "PATCH", status: 401 });
    replies["/auth/refresh-token"] = () => ({ data: { accessToken: "b", refreshToken: "s" } });
    addToQueue([upload("a", fileOf(1.5 * MB))]);
    await settle(200);
    expect(findUpload("a")?.phase).toBe("sent");
    expect(tus.calls.at(-1)?.headers.Authorization).toBe("Bearer b");
  });

  it("takes a token renewed elsewhere with the next chunk", async () => {
    addToQueue([upload("a", fileOf(1.5 * MB))]);
    const answer = tus.answer.bind(tus);
    tus.answer = (call, size) => {
      writeTokens({ accessToken: "later", refreshToken: "r" });
      return answer(call, size);
    };
    await settle();
    expect(tus.calls.map(({ headers }) => headers.Authorization)).toEqual(["Bearer a", "Bearer later", "Bearer later"]);
  });

  it("sends nobody else's token, and none to another host", async () => {
    addToQueue([upload("a", fileOf(1.5 * MB))]);
    remember("person", "staff", { id: 8 });
    await settle();
    expect(tus.calls[0]?.headers).not.toHaveProperty("Authorization");
  });

  it("to another host is told of every 30 s, so that nobody sees it paused (D-94)", async () => {
    replies["/video/upload-links"] = () => ({
      data: { id: 11, videoId: "v", uploadUrl: "https://host.example/api/uploads/11", offset: 0, expiresAt: null },
    });
    tus.link("/api/uploads/11", 100);
    tus.trouble({ method: "PATCH", hang: true });
    addToQueue([upload("a", fileOf(100))]);
    await settle();
    // the host's own address is never created, and no token of ours goes there
    expect(tus.methods()).toEqual(["HEAD", "PATCH"]);
    expect(tus.calls[0]?.headers).not.toHaveProperty("Authorization");
    await settle(61_000);
    expect(statuses()).toEqual([UPLOADING, UPLOADING]);
    pause("a");
    await settle(61_000);
    expect(statuses()).toEqual([UPLOADING, UPLOADING, PAUSE]);
  });

  it("says that it got no link, with the server's reason (R2-449)", async () => {
    replies["/video/upload-links"] = () => ({ status: 413, refusal: { message: "Juda katta", errId: 480 } });
    addToQueue([upload("a", fileOf(100))]);
    await settle();
    expect(findUpload("a")).toMatchObject({
      phase: "failed",
      fault: { code: "noLink", detail: "Juda katta", errId: 480 },
    });
    expect(logs()).toHaveLength(1);
  });

  it("is complete where a lost answer hid the last byte", async () => {
    tus.trouble({ method: "PATCH", status: 400 });
    addToQueue([upload("a", fileOf(100))]);
    await settle();
    replies["/video/update-status-for-academic/11"] = () => ({ status: 409, refusal: { code: "ILLEGAL" } });
    replies["/video/uploading"] = () => ({ data: { videos: [{ id: 11, offset: 100, size: 100 }] } });
    resume("a");
    await settle();
    expect(findUpload("a")?.phase).toBe("sent");
  });

  it("fails where the server lacks bytes that were sent (R2-451)", async () => {
    replies["/video/update-status-for-academic/11"] = (call) =>
      (call.body as { status: number }).status === WAITING
        ? { status: 409, refusal: { code: "ILLEGAL" } }
        : { data: {} };
    replies["/video/uploading"] = () => ({
      data: { videos: [{ id: 11, offset: 99, size: 100, chapterId: 1, chapterName: "" }] },
    });
    addToQueue([upload("a", fileOf(100))]);
    await settle();
    expect(findUpload("a")).toMatchObject({ phase: "failed", fault: { code: "incomplete" } });
  });
});

describe("a person", () => {
  async function uploading(key = "a"): Promise<void> {
    tus.trouble({ method: "PATCH", dropAfter: 40 }, { method: "PATCH", hang: true });
    addToQueue([upload(key, fileOf(100))]);
    await settle();
    expect(findUpload(key)?.phase).toBe("uploading");
  }

  it("pauses and resumes from the bytes that are stored; the server is told (R2-278, R2-279, R2-285, R2-286)", async () => {
    await uploading();
    expect(hasRunning()).toBe(true);
    findUpload("a")?.uploadFile.abort();
    await settle();
    expect(findUpload("a")).toMatchObject({ phase: "paused", uploadFile: { currentStatus: PAUSE, progress: 40 } });
    expect(hasRunning()).toBe(false);
    const sent = tus.sent;
    findUpload("a")?.uploadFile.start();
    await settle();
    expect(statuses()).toEqual([PAUSE, UPLOADING, WAITING]);
    expect(tus.sent - sent).toBe(60);
    expect(findUpload("a")?.statusHistories.map(({ status }) => status)).toEqual([
      UPLOADING,
      PAUSE,
      UPLOADING,
      WAITING,
    ]);
  });

  it("restarts from the first byte as a new video, in the same place (R2-286)", async () => {
    await uploading();
    pause("a");
    await restart("a");
    await settle();
    expect(calls.filter(({ verb }) => verb === "DELETE").map(({ path }) => path)).toEqual([
      "/video/delete-for-academic/11",
    ]);
    expect(findUpload("a")).toMatchObject({ id: 12, phase: "sent" });
    expect(tus.uploads.get(pathOf(12))?.bytes).toBe(100);
    const keys = calls.filter(({ path }) => LINK.test(path)).map(({ headers }) => headers.get("Idempotency-Key"));
    expect(new Set(keys).size).toBe(2);
  });

  it("stops all that run, and none begins in their place (R2-283)", async () => {
    tus.trouble(...Array.from({ length: 3 }, () => ({ method: "PATCH", hang: true }) as const));
    addToQueue(["a", "b", "c", "d"].map((key) => upload(key, fileOf(100))));
    await settle();
    pauseAll();
    await settle();
    expect(allUploads().map(({ phase }) => phase)).toEqual(["paused", "paused", "paused", "paused"]);
    expect(statuses()).toEqual([PAUSE, PAUSE, PAUSE, PAUSE]);
  });

  it("aborts and deletes (R2-284, R2-287)", async () => {
    await uploading();
    await remove("a");
    expect(allUploads()).toEqual([]);
    expect(calls.filter(({ verb }) => verb === "DELETE").map(({ path }) => path)).toEqual([
      "/video/delete-for-academic/11",
    ]);
  });

  it("keeps the entry where the server did not delete it", async () => {
    await uploading();
    replies["/video/delete-for-academic"] = () => ({ status: 500, refusal: {} });
    await expect(remove("a")).rejects.toThrow();
    expect(findUpload("a")?.phase).toBe("paused");
  });

  it("resumes after a failure with a fresh link, telling the server first (R2-286)", async () => {
    tus.trouble({ method: "PATCH", status: 400 });
    addToQueue([upload("a", fileOf(100))]);
    await settle();
    expect(findUpload("a")).toMatchObject({ phase: "failed", fault: { code: "rejected" } });
    resume("a");
    await settle();
    expect(statuses()).toEqual([ERROR, UPLOADING, WAITING]);
    expect(findUpload("a")?.phase).toBe("sent");
  });

  const LESSON = { id: 5, name: "5-dars" };
  const edits = () => calls.filter(({ verb, path }) => verb === "PUT" && path.startsWith("/video/update-for"));

  it("moves a running upload to another lesson, also where its version changed meanwhile (R2-290, R2-354)", async () => {
    await uploading();
    let version = 7;
    replies["/video/for-academic/11"] = () => ({ data: { video: { version } } });
    replies["/video/update-for-academic/11"] = ({ body }) => {
      if ((body as { version: number }).version === version && version > 7) return { data: {} };
      version += 1;
      return { status: 409, refusal: { code: "SHARED_STALE" } };
    };
    const saved = edit("a", { lesson: LESSON });
    expect(findUpload("a")?.lesson).toEqual(LESSON);
    await settle();
    await saved;
    expect(edits().map(({ body }) => body)).toEqual([
      { version: 7, name: "a", lessonId: 5 },
      { version: 8, name: "a", lessonId: 5 },
    ]);
    expect(findUpload("a")).toMatchObject({ phase: "uploading", lesson: LESSON });
  });

  it("keeps the former lesson where the server refuses the new one (D-94)", async () => {
    await uploading();
    replies["/video/for-academic/11"] = () => ({ data: { video: { version: 1 } } });
    replies["/video/update-for-academic/11"] = () => ({ status: 409, refusal: { code: "VIDEOS_LESSON_TOO_FAR" } });
    await expect(Promise.all([edit("a", { lesson: LESSON }), settle()])).rejects.toThrow();
    expect(findUpload("a")).toMatchObject({ phase: "uploading", lesson: { id: 4 } });
  });

  it("changes what is being created: the same submission is sent, the change after it (D-8)", async () => {
    let known = false;
    const link = tus.link("/api/uploads/21", 100);
    replies["/video/upload-links"] = () => {
      if (known) return { data: { id: 21, videoId: "v", uploadUrl: link, offset: 0, expiresAt: null } };
      throw new TypeError("no network");
    };
    replies["/video/for-academic/21"] = () => ({ data: { video: { version: 1 } } });
    addToQueue([upload("a", fileOf(100))]);
    await settle();
    await edit("a", { lesson: LESSON, name: "b" });
    known = true;
    await until("a", "sent");
    const forms = calls.filter(({ path }) => LINK.test(path));
    expect(new Set(forms.map(({ body }) => JSON.stringify(body)))).toHaveLength(1);
    expect(new Set(forms.map(({ headers }) => headers.get("Idempotency-Key")))).toHaveLength(1);
    expect(edits().map(({ body }) => body)).toEqual([{ version: 1, name: "b", lessonId: 5 }]);
    expect(findUpload("a")).toMatchObject({ name: "b", lesson: LESSON });
  });

  it("starts a failed processing again, and the host is asked about it (D-95)", async () => {
    addToQueue([upload("a", fileOf(100))]);
    await until("a", "sent");
    const row = (status: number) => ({
      data: { videos: [{ id: 11, currentStatus: status, percentage: 30, statusHistories: [], message: "Buzilgan" }] },
    });
    replies["/video/uploading"] = () => row(ERROR);
    await until("a", "failed");
    replies["/video/uploading"] = () => row(PROCESSING);
    await processAgain("a");
    expect(calls.at(-1)?.path).toBe("/video/process-again-for-academic/11");
    expect(findUpload("a")).toMatchObject({ phase: "sent", fault: null, uploadFile: { currentStatus: WAITING } });
    await settle(6_000);
    expect(findUpload("a")?.uploadFile).toMatchObject({ currentStatus: PROCESSING, progress: 30 });
  });

  it("waits no longer for the next try once the network is back (V2)", async () => {
    tus.trouble({ method: "POST", dropAfter: 0 }, { method: "HEAD", dropAfter: 0 }, { method: "HEAD", dropAfter: 0 });
    addToQueue([upload("a", fileOf(100))]);
    await settle(3_500);
    expect(findUpload("a")).toMatchObject({ phase: "broken", fault: { code: "offline" } });
    expect(findUpload("a")?.nextTry).toBeGreaterThan(Date.now());
    goOnOnline();
    await settle(40);
    expect(findUpload("a")?.phase).toBe("sent");
    // what the host refuses has its delays (D-28)
    tus.trouble({ method: "POST", status: 500 }, { method: "HEAD", status: 500 });
    addToQueue([upload("b", fileOf(100))]);
    await settle(40);
    goOnOnline();
    await settle(40);
    expect(findUpload("b")).toMatchObject({ phase: "broken", fault: { code: "silent" } });
  });

  it("without a network loses nothing: it goes on when the network is back (V2)", async () => {
    addToQueue([upload("a", fileOf(100))]);
    tus.trouble({ method: "POST", dropAfter: 0 });
    tus.trouble(...Array.from({ length: 5 }, () => ({ method: "HEAD", dropAfter: 0 })));
    const online = await import("@/lib/online");
    vi.spyOn(online, "isOnline").mockReturnValue(false);
    await settle();
    await vi.advanceTimersByTimeAsync(40_000);
    await settle();
    expect(findUpload("a")).toMatchObject({ phase: "broken", nextTry: null, fault: { code: "offline" } });
    expect(statuses()).toEqual([]);
    goOn();
    await settle();
    expect(findUpload("a")?.phase).toBe("sent");
  });

  it("chooses the file again after a reload: the same one only, from the bytes that are stored (D-67, V2)", async () => {
    await uploading();
    pause("a");
    abandonAll();
    const left = findUpload("a");
    clearUploads();
    if (!left) throw new Error("no upload");
    adopt(inPhase({ ...left, file: null }, "fileless"), PAUSE);
    expect(chooseFile("a", fileOf(99))).toBe(false);
    expect(chooseFile("a", fileOf(100, "boshqa.mp4"))).toBe(false);
    expect(chooseFile("a", new File([new Uint8Array(100)], "dars.mp4", { lastModified: 6 }))).toBe(false);
    const sent = tus.sent;
    expect(chooseFile("a", fileOf(100))).toBe(true);
    await settle();
    expect(findUpload("a")).toMatchObject({ phase: "sent", id: 11 });
    expect(tus.sent - sent).toBe(60);
  });
});
