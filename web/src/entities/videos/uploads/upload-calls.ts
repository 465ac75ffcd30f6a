/** The upload manager's calls to the API. */
import { invalidate } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { newId } from "@/api/ids";
import { change, read } from "@/api/request";
import { isAuthenticated } from "@/api/tokens";
import {
  againPath,
  deletePath,
  STALE,
  type Status,
  statusPath,
  type UploadingRow,
  type UploadLink,
  updatePath,
  videoPath,
} from "../video-types";
import type { Upload } from "./upload-item";

/** A link for a new video; asked again as the same submission it is the same video (D-8). */
export async function createLink(upload: Upload, submission: string): Promise<UploadLink> {
  const { group, lesson, origName, name, size } = upload;
  const body = { groupId: group.id, lessonId: lesson.id, origName, name, size };
  const { data, refusal } = await change("post", "/video/upload-links", { body, idempotencyKey: submission });
  if (!data) throw refusal;
  return data;
}

/** A fresh link for the same video (V1). */
export async function renewLink(id: number): Promise<UploadLink> {
  const { data, refusal } = await change("post", "/video/upload-links/{id}/renew", { path: { id } });
  if (!data) throw refusal;
  return data;
}

export type ReportedStatus = Exclude<Status, 1 | 2>;

/** Tells the server of a change of an upload (R2-275, R2-276, R2-277, R2-278, R2-279). */
export async function reportStatus(
  { audience }: Upload,
  id: number,
  status: ReportedStatus,
  message = "",
): Promise<void> {
  const { refusal } = await change("put", statusPath(audience), { path: { id }, body: { status, message } });
  if (refusal) throw refusal;
}

/** Deletes a video with the bytes that are stored (R2-284). */
export async function deleteVideo({ audience }: Pick<Upload, "audience">, id: number): Promise<void> {
  const { refusal } = await change("delete", deletePath(audience), { path: { id }, idempotencyKey: newId() });
  if (refusal) throw refusal;
  void invalidate(...STALE);
}

/** Reports of the transfer change the version meanwhile: the change is repeated on the present one. */
const SAVES = 4;

/** Gives a video the name and the lesson of its upload (R2-354). */
export async function saveVideo({ audience, name, lesson }: Upload, id: number): Promise<void> {
  for (let left = SAVES - 1; ; left -= 1) {
    const { data, refusal } = await read(videoPath(audience), { path: { id } });
    if (!data) throw refusal;
    const body = { version: data.video.version, name, lessonId: lesson.id };
    try {
      const saved = await change("put", updatePath(audience), { path: { id }, body, idempotencyKey: newId() });
      if (saved.refusal) throw saved.refusal;
      break;
    } catch (error) {
      if (left === 0 || !(error instanceof ApiError && error.code === "SHARED_STALE")) throw error;
    }
  }
  void invalidate(...STALE);
}

/** Starts the failed processing of a video again; its bytes are at the host (D-95). */
export async function startProcessing({ audience }: Upload, id: number): Promise<void> {
  const { refusal } = await change("put", againPath(audience), { path: { id }, idempotencyKey: newId() });
  if (refusal) throw refusal;
  void invalidate(...STALE);
}

/** The caller's unfinished uploads; with ids, those in any state. */
export async function readUploading(ids?: readonly number[]): Promise<UploadingRow[]> {
  const { data, refusal } = await read("/video/uploading", ids ? { query: { ids: [...ids] } } : {});
  if (!data) throw refusal;
  return data.videos;
}

/** Deletes every unfinished upload of the caller (R1-218). */
export async function deleteUnfinished(): Promise<void> {
  await change("delete", "/video/uploading", { signal: AbortSignal.timeout(4_000) });
}

const LONGEST_TEXT = 4_000;

/** A log message of a failure (R2-277, R2-452): without names of files or people, and without the link. */
export function logFailure(id: number | null, text: string): void {
  if (!isAuthenticated()) return;
  const body = { logType: "upload" as const, text: `video ${id ?? "new"}: ${text}`.slice(0, LONGEST_TEXT) };
  void change("post", "/sender/log", { body }).catch(() => undefined);
}
