import { createEvent, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { session, startSession } from "@/entities/access/session";
import type { Audience } from "@/entities/groups/group-tabs";
import { restore } from "@/entities/videos/uploads/restore-uploads";
import type { Upload } from "@/entities/videos/uploads/upload-item";
import { addUploads, clearUploads } from "@/entities/videos/uploads/upload-store";
import { abandonAll } from "@/entities/videos/uploads/upload-work";
import type { VideoRow } from "@/entities/videos/video-types";
import { fakeClock, waitForIdle } from "@/testing/clock";
import { FakeTus } from "@/testing/fake-tus";
import { type ApiCall, type ApiReply, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { sample } from "@/testing/sample";
import { user } from "@/testing/user";
import { onPhone } from "@/testing/viewport";
import { VideosTab } from "./videos-tab";

const LESSON = sample("VideoLesson", { id: 4, name: "Ro'yxatlar", number: 24, date: "2026-11-20" });
const video = (id: number, fields: Partial<VideoRow> = {}) =>
  sample("VideoRow", {
    id,
    name: `Dars ${id}`,
    lesson: LESSON,
    status: 2,
    currentStatus: 2,
    percentage: 100,
    size: 862 * 1024 * 1024,
    createdAt: "2026-11-20T14:21:00Z",
    mine: true,
    version: 1,
    ...fields,
  });

let calls: ApiCall[];
let videos: VideoRow[];
let replies: Record<string, ApiReply>;

function answer({ path, verb }: ApiCall): ApiReply {
  const own = replies[`${verb} ${path}`];
  if (own) return own;
  if (path.endsWith("/videos")) return { data: { videos, total: videos.length } };
  if (path.endsWith("/lessons")) {
    const lesson = sample("LessonRow", { id: 4, number: 24, topic: "Ro'yxatlar", date: "2026-11-20" });
    return { data: { lessons: [lesson, sample("LessonRow", { id: 3, number: 23, date: "2026-11-18" })], total: 2 } };
  }
  return { data: {} };
}

beforeEach(() => {
  replies = {};
  videos = [];
  calls = mockApi(answer);
});

async function open(audience: Audience = "admin", { may = ["read", "update"], at = "" } = {}) {
  const module = audience === "admin" ? "all_groups" : "my_groups";
  replies["GET /profile"] = { data: { id: 1, login: "a", role: {}, offices: [], timeZone: "Asia/Tashkent" } };
  replies["GET /roles/permission-objects/mine"] = {
    data: {
      permissionObjects: [
        { name: module, permissions: ["read"], children: [{ name: "video_upload", permissions: may, children: [] }] },
      ],
    },
  };
  await startSession();
  expect(session().phase).toBe("ready");
  const Screen = () => <VideosTab groupId={3} audience={audience} staffId={4} scheduleId={5} />;
  return renderScreen(Screen, { at: `/groups/3${at}` });
}

const rows = () => screen.getAllByRole("row").slice(1);
const tag = (words: string) => screen.getByText(words);
const reads = () => calls.filter(({ path }) => path.endsWith("/videos"));
async function menu(name: string): Promise<void> {
  await user.click(screen.getByRole("button", { name: new RegExp(`^${name}:`) }));
}

describe("the videos of a group", () => {
  it("shows name, lesson, status, lesson date, size and added date (R2-051, R1-378, R2-342)", async () => {
    videos = [video(1)];
    await open();
    expect(reads()[0]?.path).toBe("/groups/for-admin/3/videos");
    expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual(
      expect.arrayContaining(["Video nomi", "Dars", "Holati", "Dars sanasi", "Hajmi", "Qo'shilgan"]),
    );
    expect(rows()[0]?.textContent).toContain("Dars 124-dars: Ro'yxatlarTayyor20.11.2026862 MB20.11.2026");
  });

  it("asks for the own groups by the path of teachers (R2-326, R2-342)", async () => {
    await open("academic");
    expect(reads()[0]?.path).toBe("/groups/for-academic/3/videos");
    expect(screen.getByText("Hali video yo'q")).toBeInTheDocument();
  });

  it.each([
    [1, "Qayta ishlanmoqda 40%", "info"],
    [2, "Tayyor", "good"],
    [3, "Xato 40%", "bad"],
    [4, "Pauza 40%", "warn"],
    [5, "Yuklanmoqda 40%", "info"],
    [6, "Navbatda", "warn"],
  ] as const)("status %i reads %s in its colour (R2-266, R2-267, R2-268, R2-269, R2-270, R2-271, R2-272)", async (status, words, tone) => {
    videos = [video(1, { status, currentStatus: status, percentage: 40 })];
    await open();
    expect(tag(words)).toHaveClass(`text-${tone}`);
  });

  it("filters by the study month of the lesson, in the address, from the first page (R2-352)", async () => {
    const course = [
      { id: 7, number: 1, name: "", topics: [], lessons: 12, first: "2026-10-01", last: "2026-10-30" },
      { id: 8, number: 2, name: "2-oy", topics: [], lessons: 3, first: "2026-11-02", last: null },
      { id: 9, number: 3, name: "3-oy", topics: [], lessons: 0, first: null, last: null },
    ];
    replies["GET /groups/3/curriculum"] = { data: { months: course, lessonsHeld: 15, topics: 15 } };
    const { address } = await open("admin", { at: "?tab=2&page=3" });
    await user.click(screen.getByRole("button", { name: "O'quv oyi" }));
    const months = within(screen.getByRole("listbox")).getAllByRole("option");
    expect(months.map(({ textContent }) => textContent)).toEqual(["1-o'quv oyi01.10.2026 – 30.10.2026", "2-oy"]);
    await user.click(screen.getByRole("option", { name: /2-oy/ }));
    expect(address()).toBe("/groups/3?tab=2&studyMonth=8");
    await vi.waitFor(() => expect(reads().at(-1)?.query.get("studyMonthId")).toBe("8"));
    expect(reads().at(-1)?.query.get("page")).toBe("1");
    expect(screen.getByText("Bunday video topilmadi")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Tozalash: O'quv oyi" }));
    expect(address()).toBe("/groups/3?tab=2");
  });

  it("shows the chosen columns, kept for every device", async () => {
    videos = [video(1)];
    await open();
    const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(heads()).toContain("Hajmi");
    await user.click(screen.getByRole("button", { name: "Ustunlar" }));
    await user.click(screen.getByRole("menuitemcheckbox", { name: "Hajmi" }));
    expect(heads()).not.toContain("Hajmi");
    expect(calls.findLast(({ path }) => path === "/preferences")?.body).toEqual({
      columns: { "group-videos": ["name", "lesson", "status", "lessonDate", "added"] },
    });
  });

  it("checks every 5 s while something moves, and no longer (R1-444, R2-472)", async () => {
    fakeClock();
    videos = [video(1, { status: 1, currentStatus: 1 })];
    await open();
    const before = reads().length;
    await waitForIdle(5_000);
    expect(reads().length).toBe(before + 1);
    videos = [video(1), video(2, { status: 4, currentStatus: 4 })];
    await waitForIdle(5_000);
    const done = reads().length;
    await waitForIdle(20_000);
    expect(reads().length).toBe(done);
  });

  it("plays a video that is done, and no other (R2-288)", async () => {
    videos = [video(1), video(2, { currentStatus: 1 })];
    replies["GET /video/for-admin/1/play"] = {
      data: {
        address: "/api/videos/v1?s=1",
        type: "file",
        poster: "/api/videos/v1/poster",
        duration: 60,
        expiresAt: "2099-01-01T00:00:00Z",
        renditions: [
          { address: "/api/videos/v1?s=1", height: 720, size: 9 },
          { address: "/api/videos/v1?r=360", height: 360, size: 4 },
        ],
      },
    };
    const { address } = await open();
    await menu("Dars 2");
    expect(screen.getByRole("menuitem", { name: /Ko'rish/ })).toHaveAttribute("aria-disabled", "true");
    await user.keyboard("{Escape}");
    await menu("Dars 1");
    await user.click(screen.getByRole("menuitem", { name: /Ko'rish/ }));
    const player = document.querySelector("video") as HTMLVideoElement;
    expect(address()).toContain("video=1");
    // R2-184
    expect([player.getAttribute("width"), player.getAttribute("height")]).toEqual(["640", "480"]);
    expect(player.getAttribute("src")).toBe("/api/videos/v1?s=1");
    expect(player.getAttribute("poster")).toBe("/api/videos/v1/poster");
    await user.selectOptions(screen.getByLabelText("Sifati"), "360");
    expect(player.getAttribute("src")).toBe("/api/videos/v1?r=360");
  });

  it("renews an address that ended, and goes on at the same place; one that fails again is said (D-95)", async () => {
    videos = [video(1)];
    let plays = 0;
    const playback = () => ({
      data: {
        address: `/api/videos/v1?s=${plays}`,
        type: "file",
        poster: null,
        duration: 60,
        expiresAt: "2099-01-01T00:00:00Z",
        renditions: [{ address: `/api/videos/v1?s=${plays}`, height: 360, size: 4 }],
      },
    });
    Object.defineProperty(replies, "GET /video/for-admin/1/play", {
      get: () => {
        plays += 1;
        return playback();
      },
    });
    await open("admin", { at: "?video=1" });
    const player = document.querySelector("video") as HTMLVideoElement;
    expect(player.getAttribute("src")).toBe("/api/videos/v1?s=1");
    // another tab and back: it plays on
    window.dispatchEvent(new Event("visibilitychange"));
    await waitForIdle(20);
    expect([plays, player.getAttribute("src")]).toEqual([1, "/api/videos/v1?s=1"]);
    player.currentTime = 42;
    fireEvent.timeUpdate(player);
    fireEvent.error(player);
    await waitForIdle(20);
    expect(player.getAttribute("src")).toBe("/api/videos/v1?s=2");
    expect(player.currentTime).toBe(42);
    fireEvent.error(player);
    await waitForIdle(20);
    expect(screen.getByRole("alert").textContent).toContain("Videoni ochib bo'lmadi");
    await user.click(screen.getByRole("button", { name: "Qayta urinish" }));
    expect(player.getAttribute("src")).toBe("/api/videos/v1?s=3");
  });

  it("opens the video of a shared address that is on another page", async () => {
    videos = [video(1)];
    replies["GET /video/for-admin/9"] = { data: { video: { ...video(9), statusHistories: [] } } };
    replies["GET /video/for-admin/9/play"] = {
      data: {
        address: "/api/videos/v9",
        type: "file",
        poster: null,
        duration: 1,
        expiresAt: "2099-01-01T00:00:00Z",
        renditions: [],
      },
    };
    await open("admin", { at: "?video=9" });
    expect(screen.getByRole("dialog").textContent).toContain("Dars 9");
  });

  it("plays a video of an outside host in its frame", async () => {
    videos = [video(1)];
    replies["GET /video/for-admin/1/play"] = {
      data: {
        address: "https://kinescope.io/embed/x",
        type: "embed",
        poster: null,
        duration: 1,
        expiresAt: "2099-01-01T00:00:00Z",
        renditions: [],
      },
    };
    await open("admin", { at: "?video=1" });
    const frame = document.querySelector("iframe");
    expect(frame?.getAttribute("src")).toBe("https://kinescope.io/embed/x");
    expect([frame?.getAttribute("width"), frame?.getAttribute("height")]).toEqual(["640", "480"]);
  });

  it("says without a network that playing needs one (R2-289)", async () => {
    videos = [video(1)];
    const { address } = await open();
    const online = await import("@/lib/online");
    const offline = vi.spyOn(online, "isOnline").mockReturnValue(false);
    await user.click(within(rows()[0] as HTMLElement).getByText("Dars 1"));
    offline.mockRestore();
    expect(address()).not.toContain("video=1");
    expect(document.querySelector("video")).toBeNull();
  });

  it("edits name and lesson of a finished video (R2-290, R2-354)", async () => {
    videos = [video(1)];
    await open();
    await menu("Dars 1");
    await user.click(screen.getByRole("menuitem", { name: /Tahrirlash/ }));
    const name = screen.getByRole<HTMLInputElement>("textbox", { name: "Video nomi" });
    await user.fill(name, "Yangi nom");
    await user.click(screen.getByRole("button", { name: "Saqlash" }));
    expect(calls.find(({ verb }) => verb === "PUT")).toMatchObject({
      path: "/video/update-for-admin/1",
      body: { version: 1, name: "Yangi nom", lessonId: 4 },
    });
  });

  it("deletes after a question that names the video (R2-290, R2-355)", async () => {
    videos = [video(1)];
    await open("academic");
    await menu("Dars 1");
    await user.click(screen.getByRole("menuitem", { name: /O'chirish/ }));
    expect(screen.getByRole("alertdialog").textContent).toContain("«Dars 1»");
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "O'chirish" }));
    expect(calls.find(({ verb }) => verb === "DELETE")?.path).toBe("/video/delete-for-academic/1");
  });

  it("lets nobody but its uploader delete a video while it uploads (R2-291, D-36, D-59)", async () => {
    videos = [
      video(1, { isUploading: true, currentStatus: 5, mine: false }),
      video(2, { isUploading: true, currentStatus: 5 }),
    ];
    await open();
    const deletes = () => screen.getByRole("menuitem", { name: /O'chirish/ });
    await menu("Dars 1");
    expect(deletes()).toHaveAttribute("aria-disabled", "true");
    await user.keyboard("{Escape}");
    await menu("Dars 2");
    expect(deletes()).not.toHaveAttribute("aria-disabled", "true");
    expect(screen.queryByRole("menuitem", { name: /Tahrirlash/ })).toBeNull();
  });

  it("processes a failed one again", async () => {
    videos = [video(1, { status: 3, currentStatus: 3, percentage: 0, canProcessAgain: true })];
    await open();
    // not 0%: every byte arrived
    expect(tag("Xato")).toHaveClass("text-bad");
    await menu("Dars 1");
    await user.click(screen.getByRole("menuitem", { name: /Qayta ishlash/ }));
    expect(calls.find(({ verb }) => verb === "PUT")?.path).toBe("/video/process-again-for-admin/1");
  });

  it("whose processing failed in this browser is shown as the server has it since (R2-271)", async () => {
    const fault = { code: "processing", at: 0 } as const;
    const uploadFile = { currentStatus: 3, progress: 100, isVisible: true } as Upload["uploadFile"];
    addUploads([{ key: "a", id: 1, phase: "failed", fault, uploadFile } as Upload]);
    videos = [video(1, { status: 1, currentStatus: 1, percentage: 40 })];
    await open();
    expect(tag("Qayta ishlanmoqda 40%")).toHaveClass("text-info");
    clearUploads();
  });

  it("offers nothing but playing and history without the right to update (R2-338, D-36)", async () => {
    videos = [video(1)];
    await open("admin", { may: ["read"] });
    expect(screen.queryByRole("button", { name: "Video yuklash" })).toBeNull();
    await menu("Dars 1");
    expect(screen.getAllByRole("menuitem")).toHaveLength(2);
  });

  it("shows its history (R2-280)", async () => {
    videos = [video(1)];
    replies["GET /video/for-admin/1"] = {
      data: {
        video: {
          ...video(1),
          statusHistories: [
            { id: 1, status: 5, message: "Yuklash boshlandi", createdAt: "2026-11-20T10:00:00Z" },
            { id: 2, status: 2, message: "", createdAt: "2026-11-20T11:00:00Z" },
          ],
        },
      },
    };
    await open();
    await menu("Dars 1");
    await user.click(screen.getByRole("menuitem", { name: /Tarixi/ }));
    const entries = within(screen.getByRole("dialog")).getAllByRole("listitem");
    expect(entries.map((entry) => entry.textContent)).toEqual([
      "Tayyor20.11.2026 16:00",
      "YuklanmoqdaYuklash boshlandi20.11.2026 15:00",
    ]);
  });

  it("says when its history cannot be read", async () => {
    videos = [video(1)];
    replies["GET /video/for-admin/1"] = { status: 404, refusal: { code: "SHARED_NOT_FOUND" } };
    await open();
    await menu("Dars 1");
    await user.click(screen.getByRole("menuitem", { name: /Tarixi/ }));
    expect(within(screen.getByRole("dialog")).getByText("Bunday yozuv topilmadi")).toBeInTheDocument();
  });

  it("is a list of cards on a phone", async () => {
    onPhone();
    videos = [video(1)];
    await open();
    expect(screen.queryByRole("table")).toBeNull();
    expect(screen.getByRole("listitem").textContent).toContain("24-dars: Ro'yxatlar · 20.11.2026 · 862 MB");
  });
});

describe("the upload dialog", () => {
  const MP4 = "\x00\x00\x00\x18ftypisom";
  const bytes = (text: string, size = 100) => {
    const all = new Uint8Array(size);
    all.set(Uint8Array.from(text, (letter) => letter.charCodeAt(0)).slice(0, size));
    return all;
  };
  const mp4 = (name: string) => new File([bytes(MP4)], name, { type: "video/mp4", lastModified: 5 });
  let tus: FakeTus;

  beforeEach(() => {
    tus = FakeTus.install();
    replies["POST /video/upload-links"] = {
      data: { id: 11, videoId: "v", uploadUrl: tus.link("/api/uploads/11", 100), offset: 0, expiresAt: null },
    };
    replies["GET /video/uploading"] = { data: { videos: [] } };
  });
  afterEach(() => {
    abandonAll();
    clearUploads();
  });

  const dialog = () => within(screen.getByRole("dialog"));
  async function choose(...files: File[]) {
    const input = dialog().getByLabelText<HTMLInputElement>("Video fayllar");
    await user.upload(input, files);
  }
  async function openDialog(audience: Audience = "admin") {
    await open(audience);
    await user.click(screen.getByRole("button", { name: "Video yuklash" }));
  }
  async function pickLesson(place: number, lesson: RegExp) {
    await user.click(dialog().getAllByRole("button", { name: /^Dars: / })[place]);
    await user.click(screen.getByRole("option", { name: lesson }));
  }
  const begin = () => user.click(dialog().getByRole("button", { name: "Yuklash" }));
  const links = () => calls.filter(({ path }) => path === "/video/upload-links");

  it("does nothing without a file (R2-308)", async () => {
    await openDialog();
    const before = calls.length;
    await begin();
    expect(calls.length).toBe(before);
    expect(screen.getByRole("dialog")).toBeInTheDocument();
  });

  it("takes videos by name and first bytes; any other file is named (R2-306, R2-307, R2-448)", async () => {
    await openDialog();
    const warn = vi.spyOn(await import("@/ui/feedback/toast"), "showWarning");
    await choose(mp4("dars.mp4"), mp4("dars.exe"), new File([bytes("<!doctype html>")], "sahifa.mp4"));
    expect(dialog().getAllByRole("listitem")).toHaveLength(1);
    expect(warn.mock.calls.map(([words]) => words)).toEqual([
      "Bu video emas yoki formati qabul qilinmaydi: «dars.exe»",
      "Bu video emas yoki formati qabul qilinmaydi: «sahifa.mp4»",
    ]);
    warn.mockRestore();
  });

  it("takes up to ten files (R2-053)", async () => {
    await openDialog();
    await choose(...Array.from({ length: 12 }, (_, index) => mp4(`dars-${index}.mp4`)));
    expect(dialog().getAllByRole("listitem")).toHaveLength(10);
    expect(screen.getByText(/10 \/ 10 fayl/)).toBeInTheDocument();
  });

  it("gives the place of a deleted upload to another file (R2-053)", async () => {
    await openDialog();
    await choose(...Array.from({ length: 10 }, (_, index) => mp4(`dars-${index}.mp4`)));
    tus.trouble({ method: "PATCH", hang: true });
    await pickLesson(0, /24-dars/);
    await begin();
    await waitForIdle(20);
    await user.click(dialog().getByRole("button", { name: "Bekor qilish" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "O'chirish" }));
    await waitForIdle(20);
    expect(screen.getByText(/9 \/ 10 fayl/)).toBeInTheDocument();
    // the focus is on the next file, not on the page behind
    expect(dialog().getByRole("textbox", { name: /dars-1\.mp4/ })).toHaveFocus();
    await user.click(dialog().getAllByRole("button", { name: "Ro'yxatdan olish" })[8]);
    expect(dialog().getByRole("button", { name: "Fonda davom etish" })).toHaveFocus();
    await choose(mp4("yana-1.mp4"));
    await choose(mp4("yana.mp4"), mp4("ortiqcha.mp4"));
    expect(screen.getByText(/10 \/ 10 fayl/)).toBeInTheDocument();
    expect(dialog().getByRole("textbox", { name: /yana\.mp4/ })).toBeInTheDocument();
    expect(dialog().queryByRole("textbox", { name: /ortiqcha/ })).toBeNull();
  });

  it("asks for a lesson and a name beside each file, then begins by itself (R2-054, R2-303, R2-304)", async () => {
    await openDialog();
    await choose(mp4("24-dars.mp4"));
    const name = dialog().getByRole<HTMLInputElement>("textbox", { name: /^Video nomi/ });
    expect(name.value).toBe("24-dars");
    await user.fill(name, "");
    await begin();
    expect(dialog().getByRole("listitem").textContent).toMatch(/Nomi yozilmagan.*Dars tanlanmagan/);
    expect(name).toHaveAttribute("aria-invalid", "true");
    expect(links()).toEqual([]);
    await user.fill(name, "Yangi nom");
    await pickLesson(0, /24-dars/);
    await waitForIdle(20);
    expect(links()[0]?.body).toEqual({
      groupId: 3,
      lessonId: 4,
      origName: "24-dars.mp4",
      name: "Yangi nom",
      size: 100,
    });
    await vi.waitFor(() => expect(tus.methods()).toEqual(["POST", "PATCH"]));
    await waitForIdle(20);
    expect(dialog().getByText("Navbatda")).toBeInTheDocument();
    expect(dialog().getByText(/^Yuborildi\. Video xosti tayyorlamoqda/)).toBeInTheDocument();
  });

  it("shows the lesson's date, and moves an upload to another lesson while it runs (R2-290, R2-354)", async () => {
    replies["GET /video/for-admin/11"] = { data: { video: { ...video(11), statusHistories: [], version: 3 } } };
    await openDialog();
    await choose(mp4("dars.mp4"));
    tus.trouble({ method: "PATCH", hang: true });
    await pickLesson(0, /24-dars/);
    await begin();
    await waitForIdle(20);
    expect(dialog().getByRole("button", { name: "Dars: 24-dars: Ro'yxatlar · 20.11" })).toBeInTheDocument();
    await pickLesson(0, /23-dars · 18\.11/);
    expect(dialog().getByRole("button", { name: "Dars: 23-dars · 18.11" })).toBeInTheDocument();
    const name = dialog().getByRole<HTMLInputElement>("textbox", { name: "Video nomi: dars.mp4" });
    await user.fill(name, "Ikkinchi qism");
    await user.keyboard("{Enter}");
    await waitForIdle(20);
    const sent = calls.filter(({ verb, path }) => verb === "PUT" && path === "/video/update-for-admin/11");
    expect(sent.map(({ body }) => body)).toEqual([
      { version: 3, name: "dars", lessonId: 3 },
      { version: 3, name: "Ikkinchi qism", lessonId: 3 },
    ]);
    await user.fill(name, " ");
    await user.keyboard("{Enter}");
    expect(name.value).toBe("Ikkinchi qism");
    expect(tus.methods()).toEqual(["POST", "PATCH"]);
  });

  it("shows the former lesson where the server refuses the new one (D-94)", async () => {
    replies["GET /video/for-admin/11"] = { data: { video: { ...video(11), statusHistories: [] } } };
    replies["PUT /video/update-for-admin/11"] = { status: 409, refusal: { code: "VIDEOS_LESSON_TOO_FAR" } };
    await openDialog();
    await choose(mp4("dars.mp4"));
    tus.trouble({ method: "PATCH", hang: true });
    await pickLesson(0, /24-dars/);
    await begin();
    await waitForIdle(20);
    await pickLesson(0, /23-dars/);
    await waitForIdle(20);
    expect(dialog().getByRole("button", { name: /^Dars: 24-dars/ })).toBeInTheDocument();
  });

  it("offers lessons up to seven days ahead, to the minute (D-94)", async () => {
    vi.setSystemTime("2026-11-20T09:30:00Z");
    const at = (id: number, beginTime: string) =>
      sample("LessonRow", { id, number: id, date: "2026-11-27", beginTime });
    replies["GET /groups/3/lessons"] = { data: { lessons: [at(31, "14:31"), at(30, "14:30")], total: 2 } };
    await openDialog();
    expect(calls.find(({ path }) => path === "/groups/3/lessons")?.query.get("toDate")).toBe("2026-11-27");
    await choose(mp4("dars.mp4"));
    await user.click(dialog().getByRole("button", { name: /^Dars: / }));
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["30-dars · 27.11"]);
    vi.useRealTimers();
  });

  it("goes on with an upload of an earlier visit whose file is chosen here, instead of a second one (D-67, V2)", async () => {
    replies["GET /video/uploading"] = {
      data: {
        videos: [
          {
            ...{ id: 11, videoId: "v", name: "Ro'yxatlar", origName: "dars.mp4", lesson: LESSON, chapterId: null },
            ...{ group: { id: 3, name: "Python" }, chapterName: "", status: 4, currentStatus: 4, percentage: 40 },
            ...{ offset: 40, size: 100, message: "", statusHistories: [] },
          },
        ],
      },
    };
    replies["POST /video/upload-links/11/renew"] = {
      data: { id: 11, videoId: "v", uploadUrl: tus.link("/api/uploads/11", 100, 40), offset: 40, expiresAt: null },
    };
    await openDialog();
    await restore();
    tus.trouble({ method: "PATCH", hang: true });
    await choose(mp4("dars.mp4"), mp4("boshqa.mp4"));
    await waitForIdle(20);
    expect(links()).toEqual([]);
    expect(tus.methods()).toEqual(["HEAD", "PATCH"]);
    const [first, second] = dialog().getAllByRole("listitem");
    expect(first?.textContent).toContain("Yuklanmoqda 40%");
    expect(within(first as HTMLElement).getByRole<HTMLInputElement>("textbox").value).toBe("Ro'yxatlar");
    expect(within(second as HTMLElement).getByRole<HTMLInputElement>("textbox").value).toBe("boshqa");
  });

  it("takes files that are dropped beside the zone, anywhere on the page", async () => {
    await openDialog();
    const dataTransfer = { types: ["Files"], files: [mp4("dars.mp4")] };
    const over = createEvent.dragOver(document.body, { dataTransfer });
    fireEvent(document.body, over);
    const drop = createEvent.drop(document.body, { dataTransfer });
    fireEvent(document.body, drop);
    await waitForIdle(20);
    expect([over.defaultPrevented, drop.defaultPrevented]).toEqual([true, true]);
    expect(dialog().getByRole("textbox", { name: /dars\.mp4/ })).toBeInTheDocument();
  });

  it("offers to process again what failed at the host, with its history (D-95)", async () => {
    await openDialog();
    await choose(mp4("dars.mp4"));
    await pickLesson(0, /24-dars/);
    await begin();
    await waitForIdle(20);
    expect(dialog().getByText(/^Yuborildi/)).toBeInTheDocument();
    const row = { id: 11, currentStatus: 3, percentage: 10, statusHistories: [], message: "Faylda faqat tovush bor" };
    replies["GET /video/uploading"] = { data: { videos: [row] } };
    const { deliver } = await import("@/lib/live/topics");
    deliver("videos");
    await waitForIdle(20);
    expect(dialog().getByText(/Faylda faqat tovush bor/)).toBeInTheDocument();
    expect(dialog().getByRole("button", { name: "Tarixi" })).toBeInTheDocument();
    replies["GET /video/uploading"] = { data: { videos: [{ ...row, currentStatus: 6 }] } };
    await user.click(dialog().getByRole("button", { name: "Qayta ishlash" }));
    expect(calls.some(({ path }) => path === "/video/process-again-for-admin/11")).toBe(true);
    expect(dialog().getByText("Navbatda")).toBeInTheDocument();
  });

  it("takes a name under 500 characters (R2-176, R2-305)", async () => {
    await openDialog();
    await choose(mp4(`${"a".repeat(520)}.mp4`));
    const name = dialog().getByRole<HTMLInputElement>("textbox", { name: /^Video nomi/ });
    expect(name.value).toHaveLength(499);
  });

  it("closes on its own ways: with files it asks, with uploads it stops nothing", async () => {
    await openDialog("academic");
    await choose(mp4("a.mp4"));
    await user.keyboard("{Escape}");
    expect(screen.getByText("Yuklanmagan fayllar bor")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Qolish" }));
    tus.trouble({ method: "PATCH", hang: true });
    await pickLesson(0, /24-dars/);
    await begin();
    await waitForIdle(20);
    await user.click(dialog().getByRole("button", { name: "Fonda davom etish" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(tus.methods()).toContain("PATCH");
  });
});
