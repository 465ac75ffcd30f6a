/** Uploads follow the session: begun ones come back after a reload or a new sign-in, and go with a sign-out (D-67). */
import { onTokens, signedInId } from "@/api/tokens";
import { can } from "@/entities/access/can";
import { onSession, session } from "@/entities/access/session";
import { videosPath } from "@/entities/videos/video-types";
import { isOnline, onOnline, probe } from "@/lib/online";
import { beforeSignOut } from "@/lib/sign-out";
import { ANY_UPLOADS, ERROR, PAUSE, UPLOADING, type UploadingRow, uploadsVideos } from "../video-types";
import { deleteUnfinished, readUploading } from "./upload-calls";
import { goOn, goOnOnline } from "./upload-engine";
import { inPhase, type Upload } from "./upload-item";
import { adopt } from "./upload-manager";
import { allUploads, clearUploads, onUploads, recallFile } from "./upload-store";
import { followHost } from "./upload-watch";
import { abandonAll } from "./upload-work";
import { followTabs } from "./uploads-elsewhere";

let person: number | undefined;

export function followSession(): void {
  onSession(settle);
  onTokens(settle);
  onOnline(() => isOnline() && goOnOnline());
  // A short break may have been noticed by the uploads alone.
  addEventListener("online", () => void probe().then((reached) => reached && goOnOnline()));
  beforeSignOut(leave);
  holdIds();
  followTabs(restoreAgain);
  settle();
}

function settle(): void {
  const signedIn = signedInId();
  if (signedIn !== undefined && person !== undefined && signedIn !== person) forget();
  if (session().phase !== "ready" || signedIn === undefined || session().profile?.mustChangePassword) return;
  if (signedIn === person) {
    goOn();
    return;
  }
  person = signedIn;
  if (can(ANY_UPLOADS, "update")) void restore().catch(() => undefined);
}

/** Another tab was closed: what it did not finish waits for its file here. */
async function restoreAgain(): Promise<void> {
  if (person !== undefined && person === signedInId() && can(ANY_UPLOADS, "update"))
    await restore().catch(() => undefined);
}

/** Of another person, or signed out: nothing stays here. */
function forget(): void {
  abandonAll();
  clearUploads();
  person = undefined;
}

/** R1-216, R1-218: running uploads are aborted, unfinished ones deleted. */
async function leave(): Promise<void> {
  const any = can(ANY_UPLOADS, "update");
  forget();
  if (any) await deleteUnfinished().catch(() => undefined);
}

/** The caller's unfinished uploads, but those that another tab of this browser is sending. */
export async function restore(): Promise<void> {
  const rows = await readUploading();
  const elsewhere = await heldIds();
  const known = new Set(allUploads().map(({ id }) => id));
  for (const row of rows) {
    if (known.has(row.id) || elsewhere.has(row.id)) continue;
    const reported = row.status === ERROR || row.status === UPLOADING ? row.status : PAUSE;
    adopt(uploadOf(row), reported);
  }
  followHost();
}

function uploadOf(row: UploadingRow): Upload {
  const audience = can(uploadsVideos("admin"), "update") ? "admin" : "academic";
  const at = { audience, groupId: row.group.id, staffId: 0, scheduleId: 0 } as const;
  const upload: Upload = {
    key: `video-${row.id}`,
    id: row.id,
    videoId: row.videoId,
    audience,
    name: row.name,
    origName: row.origName,
    size: row.size,
    lastModified: null,
    file: null,
    lesson: row.lesson,
    group: row.group,
    chapter: { id: row.chapterId, name: row.chapterName },
    page: { link: videosPath(at), name: row.group.name },
    phase: "fileless",
    bytes: row.offset,
    samples: [],
    fault: null,
    nextTry: null,
    statusHistories: row.statusHistories,
    uploadFile: {
      currentStatus: PAUSE,
      progress: null,
      isVisible: true,
      abort: () => undefined,
      start: () => undefined,
    },
    ...recallFile(row.id),
  };
  const { currentStatus: status, percentage: percent } = row;
  return row.offset >= row.size && status !== ERROR
    ? inPhase(upload, "sent", { status, percent })
    : inPhase(upload, "fileless");
}

const LOCK = "markaz.upload.";
const released = new Map<number, () => void>();

/** Each tab holds a lock of the browser for each upload that it sends. */
function holdIds(): void {
  if (!navigator.locks) return;
  onUploads(() => {
    const own = new Set(allUploads().flatMap(({ id, file }) => (id !== null && file ? [id] : [])));
    for (const [id, release] of released) {
      if (own.has(id)) continue;
      released.delete(id);
      release();
    }
    for (const id of own) {
      if (released.has(id)) continue;
      const held = new Promise<void>((resolve) => released.set(id, resolve));
      void navigator.locks.request(`${LOCK}${id}`, { ifAvailable: true }, (lock) => (lock ? held : undefined));
    }
  });
}

async function heldIds(): Promise<Set<number>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [Number(name.slice(LOCK.length))] : [])));
}
