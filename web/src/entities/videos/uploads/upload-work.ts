/** The upload machine's own knowledge of each upload, and how an upload enters a phase. */
import { newId } from "@/api/ids";
import { signedInId } from "@/api/tokens";
import { UPLOADING } from "../video-types";
import { type ReportedStatus, reportStatus } from "./upload-calls";
import { type Fault, inPhase, type Phase, type Upload } from "./upload-item";
import { changeUpload, findUpload, withHistory } from "./upload-store";

export interface Work {
  /** Stops the present transfer and whatever waits to begin it. */
  turn: AbortController;
  /** Its video is being created at the server. */
  creation: Promise<void> | null;
  link: { url: string; isNew: boolean } | null;
  tries: number;
  timer?: ReturnType<typeof setTimeout>;
  /** The last status that the server was told, where it must be told of the next one too. */
  reported: ReportedStatus;
  owner: number | undefined;
  /** The same video, also where the answer to its creation was lost (D-8); `sent` is the upload as it was sent. */
  submission: string;
  sent: Upload | null;
}

const works = new Map<string, Work>();

export function workOf(key: string): Work {
  const found = works.get(key);
  if (found) return found;
  const work: Work = {
    turn: new AbortController(),
    creation: null,
    link: null,
    tries: 0,
    reported: UPLOADING,
    owner: signedInId(),
    submission: newId(),
    sent: null,
  };
  works.set(key, work);
  return work;
}

/** Ends what the upload is doing; a late answer of it changes nothing. */
export function stop(key: string): Work {
  const work = workOf(key);
  work.turn.abort();
  clearTimeout(work.timer);
  work.turn = new AbortController();
  return work;
}

export function forgetWork(key: string): void {
  stop(key);
  works.delete(key);
}

/** Stops all without telling the server: the person signed out, or another one signed in. */
export function abandonAll(): void {
  for (const key of [...works.keys()]) forgetWork(key);
}

export function enter(key: string, phase: Phase, rest: Partial<Upload> = {}): void {
  changeUpload(key, (upload) => inPhase({ ...upload, nextTry: null, fault: null, ...rest }, phase));
}

/** Messages of the history: keys of the server's texts. */
export type Message = "begun" | "resumed" | "paused" | "waiting" | "renewed" | Fault["code"];

const keyOf = (message: Message) => `upload.${message}`;

/** One more entry of history (R2-280). */
export function note(key: string, status: ReportedStatus, message: Message): void {
  changeUpload(key, (upload) => withHistory(upload, status, keyOf(message)));
}

/** Tells the server, once, of a change that it does not see itself; the history is kept here too. */
export async function tell(key: string, status: ReportedStatus, message: Message): Promise<void> {
  const upload = findUpload(key);
  if (!upload || upload.id === null) return;
  await reportStatus(upload, upload.id, status, keyOf(message));
  workOf(key).reported = status;
  note(key, status, message);
}

/** The same where nobody waits for the answer: without one the entry stands here alone. */
export function tellLater(key: string, status: ReportedStatus, message: Message): void {
  workOf(key).reported = status;
  void tell(key, status, message).catch(() => note(key, status, message));
}
