/** Uploads at the host are asked about every 5 s, only while there are any (R1-444, R2-472). */
import { invalidate } from "@/api/cache";
import { onLive } from "@/lib/live/topics";
import { CHECK_MS, DONE, ERROR, PROCESSING, STALE, type UploadingRow, type VideoRow, WAITING } from "../video-types";
import { readUploading } from "./upload-calls";
import { inPhase, isUnfinished, type Upload } from "./upload-item";
import { allUploads, changeUpload, countReady, dropUpload } from "./upload-store";

let timer: ReturnType<typeof setTimeout> | undefined;
let asking = false;

const atHost = () => allUploads().filter(({ phase, id }) => phase === "sent" && id !== null);

onLive("videos", () => void ask());

export function followHost(): void {
  clearTimeout(timer);
  if (atHost().length > 0) timer = setTimeout(() => void ask(), CHECK_MS);
}

async function ask(): Promise<void> {
  const waiting = atHost();
  if (waiting.length === 0 || asking) return;
  asking = true;
  try {
    const rows = await readUploading(waiting.map(({ id }) => Number(id)));
    for (const upload of waiting)
      take(
        upload,
        rows.find(({ id }) => id === upload.id),
      );
  } catch {
    // Asked again in 5 s.
  } finally {
    asking = false;
    followHost();
  }
}

function take(upload: Upload, row: UploadingRow | undefined): void {
  const { key } = upload;
  if (!row) {
    // Deleted elsewhere.
    dropUpload(key);
    return;
  }
  const { currentStatus: status, percentage: percent, statusHistories, message } = row;
  if (status === DONE) {
    countReady(key);
    void invalidate(...STALE);
  } else if (status === ERROR) {
    const fault = { code: "processing" as const, detail: message, at: Date.now() };
    changeUpload(key, (now) => inPhase({ ...now, statusHistories, fault }, "failed"));
    void invalidate(...STALE);
  } else if (status === WAITING || status === PROCESSING)
    changeUpload(key, (now) => inPhase({ ...now, statusHistories }, "sent", { status, percent }));
}

/** The person saw that it is being processed: the entry is hidden (R2-282). */
export function acknowledge(key: string): void {
  changeUpload(key, (upload) => ({ ...upload, uploadFile: { ...upload.uploadFile, isVisible: false } }));
}

/** A list of videos that contains it, no longer uploading, takes the entry's place (R2-292). */
export function leaveTo(rows: readonly Pick<VideoRow, "id" | "isUploading">[]): void {
  const listed = new Set(rows.filter(({ isUploading }) => !isUploading).map(({ id }) => id));
  for (const upload of allUploads())
    if (!isUnfinished(upload) && upload.uploadFile.isVisible && upload.id !== null && listed.has(upload.id))
      acknowledge(upload.key);
}
