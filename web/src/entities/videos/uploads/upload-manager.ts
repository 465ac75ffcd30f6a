/** A person's actions on uploads: begin, pause, resume, restart, choose the file again, delete (part 2 §4). */
import { ApiError } from "@/api/errors";
import { PAUSE } from "../video-types";
import { deleteVideo, type ReportedStatus, saveVideo, startProcessing } from "./upload-calls";
import { createAll, fillPlaces, nameChapter, transfer } from "./upload-engine";
import { canChooseFile, canProcessAgain, inPhase, isActive, isRunning, isSameFile, type Upload } from "./upload-item";
import { addUploads, allUploads, changeUpload, dropUpload, findUpload, forgetFile, rememberFile } from "./upload-store";
import { followHost } from "./upload-watch";
import { enter, forgetWork, note, stop, tellLater, workOf } from "./upload-work";

/** An upload that this page did not begin; the server knows it in that status. */
export function adopt(upload: Upload, reported: ReportedStatus): void {
  workOf(upload.key).reported = reported;
  addUploads([bound(upload)]);
}

export function addToQueue(uploads: readonly Upload[]): void {
  addUploads(uploads.map(bound));
  fillPlaces();
  void createAll(uploads.map(({ key }) => key));
}

/** With the functions that R2-179 names. */
const bound = (upload: Upload): Upload => ({
  ...upload,
  uploadFile: { ...upload.uploadFile, abort: () => pause(upload.key), start: () => resume(upload.key) },
});

/** R2-278, R2-285. */
export function pause(key: string): void {
  const upload = findUpload(key);
  if (!upload || !isActive(upload)) return;
  stop(key).tries = 0;
  enter(key, "paused", { samples: [] });
  if (upload.id === null) note(key, PAUSE, "paused");
  else tellLater(key, PAUSE, "paused");
  fillPlaces();
}

/** R2-283: those that wait for a place are stopped first, else they would begin at once. */
export function pauseAll(): void {
  for (const { key } of allUploads().filter(({ phase }) => phase === "queued")) pause(key);
  for (const { key } of allUploads().filter(isRunning)) pause(key);
}

/** R2-279, R2-286: from the bytes that are stored, with a fresh link where the old one failed. */
export function resume(key: string): void {
  const upload = findUpload(key);
  if (!upload?.file || isBusy(upload)) return;
  const work = stop(key);
  work.tries = 0;
  if (upload.phase === "failed") work.link = null;
  if (upload.phase === "broken") {
    void transfer(key);
    return;
  }
  enter(key, "queued");
  fillPlaces();
}

export function resumeAll(): void {
  for (const { key } of allUploads().filter(({ phase }) => phase === "paused")) resume(key);
}

const isBusy = ({ phase }: Upload) => phase === "uploading" || phase === "queued" || phase === "sent";

/** R2-286: from the first byte, as a new video of the same lesson. */
export async function restart(key: string): Promise<void> {
  const upload = findUpload(key);
  if (!upload?.file || isBusy(upload)) return;
  stop(key);
  if (upload.id !== null) {
    await deleteUnlessGone(upload, upload.id);
    forgetFile(upload.id);
  }
  forgetWork(key);
  enter(key, "queued", { id: null, videoId: "", bytes: 0, samples: [] });
  fillPlaces();
  void createAll([key]);
}

/** Name or lesson of an upload, also while it runs (R2-290, R2-354); one that has no video yet is created with it. */
export async function edit(key: string, change: Partial<Pick<Upload, "name" | "lesson">>): Promise<void> {
  const before = findUpload(key);
  if (!before) return;
  changeUpload(key, (upload) => ({ ...upload, ...change }));
  const upload = { ...before, ...change };
  if (upload.id === null) return;
  try {
    await saveVideo(upload, upload.id);
  } catch (error) {
    changeUpload(key, (now) => ({ ...now, name: before.name, lesson: before.lesson }));
    throw error;
  }
  if (change.lesson) void nameChapter(key, upload.id);
}

/** Starts a failed processing again (D-95). */
export async function processAgain(key: string): Promise<void> {
  const upload = findUpload(key);
  if (!upload || upload.id === null || !canProcessAgain(upload)) return;
  await startProcessing(upload, upload.id);
  enter(key, "sent");
  followHost();
}

/** R2-284, R2-287: with what is stored of it. */
export async function remove(key: string): Promise<void> {
  const upload = findUpload(key);
  if (!upload) return;
  stop(key);
  if (isActive(upload)) enter(key, "paused", { samples: [] });
  if (upload.id !== null) await deleteUnlessGone(upload, upload.id);
  leave(key);
}

async function deleteUnlessGone(upload: Upload, id: number): Promise<void> {
  try {
    await deleteVideo(upload, id);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** Its video was deleted in a list. */
export function removeOfVideo(id: number): void {
  for (const { key } of allUploads().filter((upload) => upload.id === id)) leave(key);
}

function leave(key: string): void {
  forgetWork(key);
  dropUpload(key);
  fillPlaces();
}

/** The upload of an earlier visit that waits for this file. */
export const waitsFor = (file: File): Upload | undefined =>
  allUploads().find((upload) => canChooseFile(upload) && isSameFile(upload, file));

/** The file of an upload of an earlier visit; false where it is another file. */
export function chooseFile(key: string, file: File): boolean {
  const upload = findUpload(key);
  if (!upload || !isSameFile(upload, file)) return false;
  const { lastModified } = file;
  changeUpload(key, (now) => inPhase({ ...now, file, lastModified }, "paused"));
  if (upload.id !== null) rememberFile(upload.id, { ...upload, lastModified });
  resume(key);
  return true;
}
