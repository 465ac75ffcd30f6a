/** The transfers themselves: three at a time, repeated by D-28, with fresh links where needed (part 2 §4, V1, V2). */
import { invalidate } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { newId } from "@/api/ids";
import { refresh } from "@/api/refresh";
import { isAuthenticated, readTokens } from "@/api/tokens";
import { isOnline, probe } from "@/lib/online";
import { RETRY_DELAYS, withSample } from "../transfer";
import { ERROR, PAUSE, STALE, UPLOADING, WAITING } from "../video-types";
import { isOwn, runTransfer } from "./run-transfer";
import { createLink, deleteVideo, logFailure, readUploading, renewLink, reportStatus, saveVideo } from "./upload-calls";
import { type Fault, inPhase, isRunning, type Upload } from "./upload-item";
import { allUploads, changeUpload, findUpload, rememberFile } from "./upload-store";
import { followHost } from "./upload-watch";
import { enter, forgetWork, note, stop, tell, tellLater, type Work, workOf } from "./upload-work";
import { faultOf, isSilence, verdictOf } from "./verdicts";

/** So many at once; the others wait for a place. */
export const PLACES = 3;
/** An upload to another host is told of so often: without a word for a minute it would be shown as paused (D-94). */
const SIGN_OF_LIFE_MS = 30_000;
/** Without a network, waiting files are told of again after so long. */
const CREATED_AGAIN_MS = 1_000;
/** Progress is shown so often at most. */
const SAMPLE_MS = 250;

export function fillPlaces(): void {
  const all = allUploads();
  const free = PLACES - all.filter(isRunning).length;
  for (const { key } of all.filter(({ phase }) => phase === "queued").slice(0, Math.max(0, free))) void transfer(key);
}

/** Begins, or goes on from the bytes that are stored. */
export async function transfer(key: string): Promise<void> {
  const work = stop(key);
  const { signal } = work.turn;
  enter(key, "uploading", { samples: [] });
  try {
    await prepare(key, work);
    const upload = findUpload(key);
    if (signal.aborted || !upload?.file || upload.id === null || !work.link) return;
    const { url, isNew } = work.link;
    work.link.isNew = false;
    const sent = {
      file: upload.file,
      id: upload.id,
      url,
      owner: work.owner,
      isNew,
      onProgress: (bytes: number) => {
        if (!signal.aborted) progress(key, bytes);
      },
      // Bytes arrive again: the delays begin anew (D-28), and the server is there.
      onStored: () => {
        work.tries = 0;
        if (!isOnline()) void probe();
      },
    };
    const signs = isOwn(url) ? undefined : setInterval(() => void signOfLife(key), SIGN_OF_LIFE_MS);
    await runTransfer(sent, signal).finally(() => clearInterval(signs));
    if (!signal.aborted) await complete(key);
  } catch (error) {
    if (!signal.aborted) interrupted(key, error);
  }
}

async function signOfLife(key: string): Promise<void> {
  const upload = findUpload(key);
  if (upload?.phase === "uploading" && upload.id !== null)
    await reportStatus(upload, upload.id, UPLOADING).catch(() => undefined);
}

/** The video and its link; the server that was told of a pause or an error is told that the upload goes on. */
async function prepare(key: string, work: Work): Promise<void> {
  const upload = findUpload(key);
  if (!upload) return;
  if (upload.id === null) return create(upload, work);
  if (work.reported !== UPLOADING) await tell(key, UPLOADING, "resumed");
  if (work.link) return;
  const { uploadUrl, offset } = await renewLink(upload.id);
  work.link = uploadUrl ? { url: uploadUrl, isNew: false } : null;
  changeUpload(key, (now) => inPhase({ ...now, bytes: offset }, now.phase));
}

/** Those that wait for a place are known to the server too: a closed browser forgets none of them. */
export async function createAll(keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    let upload = findUpload(key);
    while (upload?.id === null && upload.phase === "queued") {
      try {
        await create(upload, workOf(key));
      } catch (error) {
        // What is refused is tried again, and told, when its turn comes.
        if (!isSilence(error)) break;
        await new Promise((resolve) => setTimeout(resolve, CREATED_AGAIN_MS));
      }
      upload = findUpload(key);
    }
  }
}

function create(upload: Upload, work: Work): Promise<void> {
  work.creation ??= begin(upload, work).catch((error) => {
    work.creation = null;
    throw error;
  });
  return work.creation;
}

async function begin(upload: Upload, work: Work): Promise<void> {
  const { key } = upload;
  work.sent ??= upload;
  const { sent } = work;
  const { id, videoId, uploadUrl } = await createLink(sent, work.submission).catch((error) => {
    if (error instanceof ApiError) [work.submission, work.sent] = [newId(), null];
    throw error;
  });
  if (!findUpload(key)) {
    // Deleted while the answer was on its way.
    await deleteVideo(upload, id).catch(() => undefined);
    return;
  }
  work.link = uploadUrl ? { url: uploadUrl, isNew: true } : null;
  rememberFile(id, upload);
  changeUpload(key, (now) => ({ ...now, id, videoId }));
  note(key, UPLOADING, "begun");
  void invalidate(...STALE);
  const now = findUpload(key);
  if (now && (now.name !== sent.name || now.lesson.id !== sent.lesson.id))
    await saveVideo(now, id).catch(() =>
      changeUpload(key, (one) => ({ ...one, name: sent.name, lesson: sent.lesson })),
    );
  void nameChapter(key, id);
}

/** The study month of the lesson is the server's knowledge (R2-182). */
export async function nameChapter(key: string, id: number): Promise<void> {
  const [row] = await readUploading([id]).catch(() => []);
  if (!row) return;
  changeUpload(key, (upload) => ({ ...upload, chapter: { id: row.chapterId, name: row.chapterName } }));
}

function progress(key: string, bytes: number): void {
  const upload = findUpload(key);
  const before = upload?.samples.at(-1);
  const at = Date.now();
  if (!upload || (before && at - before.at < SAMPLE_MS && bytes > before.bytes && bytes < upload.size)) return;
  const samples = withSample(upload.samples, { at, bytes });
  changeUpload(key, (now) => inPhase({ ...now, bytes, samples }, "uploading"));
}

/** Every byte is stored: the server waits for the host (R2-274, R2-275). */
async function complete(key: string): Promise<void> {
  const upload = findUpload(key);
  if (!upload || upload.id === null) return;
  try {
    await tell(key, WAITING, "waiting");
  } catch (error) {
    // It may have seen the last byte itself; one that still waits for bytes has not got them all (R2-451).
    if (error instanceof ApiError && (await needsBytes(upload.id))) {
      fail(key, faultOf(null, "incomplete", Date.now()));
      return;
    }
    note(key, WAITING, "waiting");
  }
  arrived(key);
}

/** The server still waits for bytes of the video; false where it does not say. */
async function needsBytes(id: number): Promise<boolean> {
  const [row] = await readUploading([id]).catch(() => []);
  return row !== undefined && row.offset < row.size;
}

function arrived(key: string): void {
  changeUpload(key, (upload) => ({ ...upload, bytes: upload.size, file: null, samples: [] }));
  enter(key, "sent");
  void invalidate(...STALE);
  forgetWork(key);
  followHost();
  fillPlaces();
}

/** A transfer broke off: it ends, or goes on by itself (V1). */
function interrupted(key: string, error: unknown): void {
  const isNew = findUpload(key)?.id === null;
  switch (verdictOf(error)) {
    case "file":
      loseFile(key, error);
      break;
    case "gone":
      fail(key, faultOf(error, "deleted", Date.now()));
      break;
    case "never":
      fail(key, faultOf(error, isNew ? "noLink" : "rejected", Date.now()));
      break;
    case "signIn":
      refreshSession(key, error);
      break;
    case "renew":
      // A refused link cannot be renewed without a session; it is once the person signs in again (D-67).
      if (isAuthenticated()) renewed(key, error);
      else waitFor(key, faultOf(error, "signedOut", Date.now()), null);
      break;
    case "locked":
      void whenRefused(key, error);
      break;
    case "again":
      // Offline the probes have a pace of their own, which each further failure would slow down.
      if (isSilence(error) && isOnline()) void probe();
      repeat(key, error);
  }
}

/** Where the server refuses to go on since it has every byte, a lost answer hid that the upload is complete. */
async function whenRefused(key: string, error: unknown): Promise<void> {
  const { signal } = workOf(key).turn;
  const id = findUpload(key)?.id ?? null;
  const [row] = error instanceof ApiError && id !== null ? await readUploading([id]).catch(() => []) : [];
  if (signal.aborted) return;
  if (row && row.offset >= row.size) arrived(key);
  else renewed(key, error);
}

function renewed(key: string, error: unknown): void {
  workOf(key).link = null;
  note(key, UPLOADING, "renewed");
  repeat(key, error);
}

/** By the delays of D-28; after the last one it fails, or waits for the network. */
function repeat(key: string, error: unknown): void {
  const work = workOf(key);
  const delay = RETRY_DELAYS[work.tries];
  work.tries += 1;
  if (delay !== undefined) {
    // At once: nothing to show in between.
    const fault = faultOf(error, isSilence(error) ? "offline" : "silent", Date.now());
    if (delay > 0) waitFor(key, fault, Date.now() + delay);
    work.timer = setTimeout(() => void transfer(key), delay);
  } else if (isSilence(error) && !isOnline()) {
    waitFor(key, faultOf(error, "offline", Date.now()), null);
  } else {
    fail(key, faultOf(error, findUpload(key)?.id === null ? "noLink" : "silent", Date.now()));
  }
}

/** Goes on at an instant, or with the network or the session. */
function waitFor(key: string, fault: Fault, nextTry: number | null): void {
  enter(key, "broken", { fault, nextTry, samples: [] });
}

/** The token ended in the middle: with the next one it goes on. */
function refreshSession(key: string, error: unknown): void {
  const token = readTokens()?.accessToken;
  const work = workOf(key);
  const { signal } = work.turn;
  if (!token) {
    waitFor(key, faultOf(error, "signedOut", Date.now()), null);
    return;
  }
  void refresh(token)
    .catch(() => false)
    .then(() => {
      if (!signal.aborted) repeat(key, error);
    });
}

function loseFile(key: string, error: unknown): void {
  enter(key, "fileless", { file: null, fault: faultOf(error, "unreadable", Date.now()) });
  tellLater(key, PAUSE, "unreadable");
  fillPlaces();
}

/** R2-276, R2-277, R2-452: the status becomes Error, here and on the server, and a log message is sent. */
function fail(key: string, fault: Fault): void {
  const upload = findUpload(key);
  if (!upload) return;
  stop(key).tries = 0;
  enter(key, "failed", { fault, samples: [] });
  logFailure(upload.id, [fault.code, fault.detail].filter(Boolean).join(": "));
  if (fault.code === "deleted" || upload.id === null) note(key, ERROR, fault.code);
  else tellLater(key, ERROR, fault.code);
  fillPlaces();
}

/** The session is back: what waited for it goes on. */
export function goOn(): void {
  tryAtOnce(({ nextTry }) => nextTry === null);
}

/** The network is back: what it broke off goes on at once, however long its next try would wait. */
export function goOnOnline(): void {
  tryAtOnce(({ nextTry, fault }) => nextTry === null || fault?.code === "offline");
}

function tryAtOnce(which: (upload: Upload) => boolean): void {
  for (const { key } of allUploads().filter((upload) => upload.phase === "broken" && which(upload))) {
    workOf(key).tries = 0;
    void transfer(key);
  }
}
