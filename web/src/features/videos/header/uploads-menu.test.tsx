import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { signedInId } from "@/api/tokens";
import { inPhase, type Phase, type Upload } from "@/entities/videos/uploads/upload-item";
import { adopt } from "@/entities/videos/uploads/upload-manager";
import { allUploads, changeUpload, clearUploads, countReady } from "@/entities/videos/uploads/upload-store";
import { abandonAll } from "@/entities/videos/uploads/upload-work";
import { UPLOADING, WAITING } from "@/entities/videos/video-types";
import { FakeTus } from "@/testing/fake-tus";
import { type ApiCall, mockApi } from "@/testing/mock-api";
import { renderScreen } from "@/testing/render-screen";
import { user } from "@/testing/user";
import { UploadsMenu } from "./uploads-menu";

const MB = 1024 * 1024;
const nothing = () => undefined;
let calls: ApiCall[];

function add(id: number, phase: Phase, more: Partial<Upload> = {}): void {
  const upload: Upload = {
    key: `video-${id}`,
    id,
    videoId: `v${id}`,
    audience: "academic",
    name: `Dars ${id}`,
    origName: "dars.mp4",
    size: 100 * MB,
    lastModified: null,
    file: new File([], "dars.mp4"),
    lesson: { id: 4, name: "4-dars" },
    group: { id: 3, name: "Python N12" },
    chapter: { id: 2, name: "2-o'quv oyi" },
    page: { link: `/my-groups/3/staff/4/schedule/5?tab=2&from=${id}`, name: "Python N12" },
    phase,
    bytes: 43 * MB,
    samples: [],
    fault: null,
    nextTry: null,
    statusHistories: [],
    uploadFile: { currentStatus: WAITING, progress: null, isVisible: true, abort: nothing, start: nothing },
    ...more,
  };
  adopt(inPhase(upload, phase), UPLOADING);
}

beforeEach(() => {
  FakeTus.install();
  calls = mockApi(() => ({ data: { videos: [] } }));
});
afterEach(() => {
  abandonAll();
  clearUploads();
});

async function open() {
  const shown = await renderScreen(UploadsMenu, { at: "/today" });
  await user.click(screen.getByRole("button", { name: /^Yuklashlar/ }));
  return shown;
}
const line = (name: string) => {
  const found = screen.getAllByRole("listitem").find((item) => item.textContent?.includes(name));
  if (!found) throw new Error(`no upload ${name}`);
  return within(found);
};

describe("the header's uploads", () => {
  it("shows how many, grouped by study month, with progress, speed and time left (R1-037, R2-055, R2-182)", async () => {
    add(1, "uploading", {
      samples: [
        { at: 0, bytes: 13 * MB },
        { at: 5_000, bytes: 43 * MB },
      ],
    });
    add(2, "paused", { bytes: 71 * MB });
    add(3, "queued", { chapter: { id: 9, name: "4-o'quv oyi" }, group: { id: 7, name: "Backend N7" }, bytes: 0 });
    await open();
    expect(screen.getByRole("button", { name: "Yuklashlar: 3" })).toBeInTheDocument();
    expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      "Python N12· 2-o'quv oyi",
      "Backend N7· 4-o'quv oyi",
    ]);
    expect(line("Dars 1").getByText("Yuklanmoqda 43%")).toHaveClass("text-info");
    expect(line("Dars 1").getByText("6 MB/s · taxminan 10 soniya qoldi")).toBeInTheDocument();
    expect(line("Dars 1").getByRole("progressbar")).toHaveAttribute("aria-valuenow", "43");
    expect(line("Dars 2").getByText("Pauza 71%")).toHaveClass("text-warn");
    expect(line("Dars 3").getByText("Navbatda")).toHaveClass("text-warn");
    expect(line("Dars 3").getByText("100 MB · 1 ta fayldan keyin")).toBeInTheDocument();
    expect(screen.getByText(/^1 tasi yuklanmoqda · 6 MB\/s/)).toBeInTheDocument();
  });

  it("names the next automatic try, and what waits for the network or a sign-in", async () => {
    const at = Date.now();
    add(1, "broken", { nextTry: at + 9_500, fault: { code: "offline", at } });
    add(2, "broken", { fault: { code: "offline", at } });
    add(3, "broken", { fault: { code: "signedOut", at } });
    await open();
    expect(line("Dars 1").getByText(/^Aloqa uzildi.* (10|9) soniyadan keyin o'zi davom etadi$/)).toBeInTheDocument();
    expect(line("Dars 2").getByText(/aloqa tiklangach o'zi davom etadi$/)).toBeInTheDocument();
    expect(line("Dars 3").getByText("Tizimga kirganingizdan keyin o'zi davom etadi")).toBeInTheDocument();
    expect(line("Dars 1").getByRole("button", { name: "Hozir davom ettirish" })).toBeInTheDocument();
  });

  it("says what is wrong, with its code, and offers to resume or restart (R2-270, R2-286, R2-449, R2-450, R2-451, R2-452)", async () => {
    add(1, "failed", {
      bytes: 88 * MB,
      fault: { code: "silent", detail: "cannot PATCH /api/uploads/… 502", errId: 245, at: 0 },
    });
    add(2, "failed", { id: null, bytes: 0, fault: { code: "noLink", detail: "Xost javob bermadi", at: 0 } });
    add(3, "failed", { fault: { code: "incomplete", at: 0 } });
    await open();
    expect(line("Dars 1").getByText("Xato 88%")).toHaveClass("text-bad");
    expect(
      line("Dars 1").getByText(/^Video xosti javob bermadi: 5 urinishdan keyin to'xtatildi.*Kod VIDEO_SILENT · 245$/),
    ).toBeInTheDocument();
    expect(line("Dars 1").getByRole("button", { name: "88% dan davom ettirish" })).toBeInTheDocument();
    expect(line("Dars 1").getByRole("button", { name: "Boshidan" })).toBeInTheDocument();
    expect(line("Dars 2").getByText(/^Yuklash havolasi olinmadi: «dars.mp4»\. Xost javob bermadi/)).toBeInTheDocument();
    expect(line("Dars 3").getByText(/^Fayl to'liq yuklanmadi/)).toBeInTheDocument();
  });

  it("offers to process a failed one again, as the list does (D-95)", async () => {
    add(1, "failed", {
      bytes: 100 * MB,
      file: null,
      fault: { code: "processing", detail: "Faylda faqat tovush bor", at: 0 },
    });
    await open();
    expect(line("Dars 1").getByText("Xato")).toHaveClass("text-bad");
    expect(line("Dars 1").queryByRole("button", { name: "Faylni tanlash" })).toBeNull();
    await user.click(line("Dars 1").getByRole("button", { name: "Qayta ishlash" }));
    expect(calls.find(({ verb }) => verb === "PUT")?.path).toBe("/video/process-again-for-academic/1");
    expect(line("Dars 1").getByText("Navbatda")).toBeInTheDocument();
    expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true);
  });

  it("shows those of another tab, without the actions that only that tab has", async () => {
    const { receiveTab } = await import("@/entities/videos/uploads/uploads-elsewhere");
    const page = { link: "/my-groups/3?tab=2", name: "Python N12" };
    const uploadFile = { currentStatus: UPLOADING, progress: 43 } as const;
    const one = {
      key: "x",
      id: 9,
      name: "Dars 9",
      size: 100,
      bytes: 43,
      phase: "uploading" as const,
      page,
      uploadFile,
    };
    add(1, "paused");
    receiveTab({ kind: "uploads", tab: "other", person: signedInId(), uploads: [one] }, async () => undefined);
    await open();
    expect(screen.getByRole("button", { name: "Yuklashlar: 2" })).toBeInTheDocument();
    const section = within(screen.getByRole("region", { name: "Boshqa oynada" }));
    expect(section.getByText("Yuklanmoqda 43%")).toHaveClass("text-info");
    expect(section.getByRole("link", { name: "Dars 9" })).toHaveAttribute("href", page.link);
    expect(section.queryByRole("button")).toBeNull();
    act(() => receiveTab({ kind: "uploads", tab: "other", person: signedInId(), uploads: [] }, async () => undefined));
    expect(screen.queryByRole("region", { name: "Boshqa oynada" })).toBeNull();
  });

  it("leads to the page where it was begun (R2-180)", async () => {
    add(1, "paused");
    const { address } = await open();
    await user.click(screen.getByRole("link", { name: "Dars 1" }));
    expect(address()).toBe("/my-groups/3/staff/4/schedule/5?tab=2&from=1");
  });

  it("keeps the focus on the button that pauses and resumes (R2-285, R2-286)", async () => {
    add(1, "uploading");
    await open();
    const pauses = line("Dars 1").getByRole("button", { name: "To'xtatib turish" });
    pauses.focus();
    await user.click(pauses);
    expect(line("Dars 1").getByRole("button", { name: "Davom ettirish" })).toBe(document.activeElement);
  });

  it("asks for the file of an earlier visit by its name (D-67)", async () => {
    add(1, "fileless", { file: null, size: 100 });
    await open();
    expect(line("Dars 1").getByText("Davom etish uchun «dars.mp4» faylini yana tanlang")).toBeInTheDocument();
    expect(line("Dars 1").getByRole("button", { name: "Faylni tanlash" })).toBeInTheDocument();
  });

  it("takes the files of several uploads at once, each by its name and size (D-67)", async () => {
    const one = { file: null, size: 100, bytes: 0 };
    for (const id of [1, 2]) add(id, "fileless", { ...one, origName: `dars-${id}.mp4` });
    await open();
    // the focus is on no button, the first of which might delete all
    expect(screen.getByRole("dialog")).toHaveFocus();
    const warn = vi.spyOn(await import("@/ui/feedback/toast"), "showWarning");
    const file = (name: string) => new File([new Uint8Array(100)], name);
    await user.upload(screen.getByLabelText("Yuklashlar", { selector: "input" }), [
      file("dars-2.mp4"),
      file("begona.mp4"),
      file("dars-1.mp4"),
    ]);
    expect(allUploads().map(({ phase }) => phase)).toEqual(["uploading", "uploading"]);
    expect(warn.mock.calls.map(([words]) => words)).toEqual([expect.stringContaining("«begona.mp4»")]);
    warn.mockRestore();
    expect(screen.queryByRole("button", { name: "Fayllarni tanlash" })).toBeNull();
  });

  it("deletes one after a question, and all by a call each (R2-284, R2-287)", async () => {
    add(1, "paused");
    add(2, "failed", { fault: { code: "silent", at: 0 } });
    await open();
    await user.click(line("Dars 1").getByRole("button", { name: "O'chirish" }));
    expect(screen.getByRole("alertdialog").textContent).toContain("«Dars 1»");
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Orqaga" }));
    await user.click(screen.getByRole("button", { name: "Hammasini o'chirish" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Hammasini o'chirish" }));
    expect(calls.filter(({ verb }) => verb === "DELETE").map(({ path }) => path)).toEqual([
      "/video/delete-for-academic/1",
      "/video/delete-for-academic/2",
    ]);
    expect(allUploads()).toEqual([]);
  });

  it("hides what is being processed once that was seen, and counts what is ready (R2-281, R2-282)", async () => {
    add(1, "sent");
    add(2, "sent");
    changeUpload("video-1", (upload) => inPhase(upload, "sent", { status: 1, percent: 30 }));
    await open();
    expect(line("Dars 1").getByText("Qayta ishlanmoqda 30%")).toHaveClass("text-info");
    await user.click(line("Dars 1").getByRole("button", { name: "Tushunarli" }));
    expect(screen.queryByText("Dars 1")).toBeNull();
    countReady("video-2");
    expect(await screen.findByText("1 ta video tayyor bo'ldi")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Videolarga o'tish" })).toHaveAttribute(
      "href",
      "/my-groups/3/staff/4/schedule/5?tab=2&from=2",
    );
  });
});
