/** An upload as the browser holds it (R2-179, R2-180, R2-181, R2-182), and what may be done with it in each phase. */
import type { Audience } from "@/entities/groups/group-tabs";
import type { Sample } from "../transfer";
import { DONE, ERROR, type HistoryEntry, PAUSE, PROCESSING, type Status, UPLOADING, WAITING } from "../video-types";

/**
 * queued: until one of the three places is free · uploading · broken: goes on by itself · paused · failed · fileless:
 * begun in an earlier visit, its file must be chosen again · sent: every byte is stored, the host prepares it · done.
 */
export type Phase = "queued" | "uploading" | "broken" | "paused" | "failed" | "fileless" | "sent" | "done";

/** Why an upload is broken off or failed; `detail` is the server's own text or `cannot {method} {url} {status}`. */
export interface Fault {
  code:
    | "noLink"
    | "silent"
    | "offline"
    | "incomplete"
    | "unreadable"
    | "rejected"
    | "deleted"
    | "signedOut"
    | "processing";
  detail?: string | undefined;
  errId?: number | undefined;
  /** Instant in ms. */
  at: number;
}

export interface UploadFile {
  currentStatus: Status;
  /** 0…100; null where it is not known. */
  progress: number | null;
  /** False once the person saw that it is being processed (R2-282). */
  isVisible: boolean;
  abort: () => void;
  start: () => void;
}

export interface Upload {
  /** In this browser, also before the server knows the video. */
  key: string;
  id: number | null;
  videoId: string;
  audience: Audience;
  name: string;
  origName: string;
  size: number;
  lastModified: number | null;
  file: File | null;
  lesson: { id: number; name: string };
  group: { id: number; name: string };
  /** The study month of the lesson, by which the list is grouped (R2-182). */
  chapter: { id: number | null; name: string };
  /** Where it was begun (R2-180). */
  page: { link: string; name: string };
  phase: Phase;
  bytes: number;
  samples: readonly Sample[];
  fault: Fault | null;
  /** Instant of the next automatic try in ms; null while it waits for the network. */
  nextTry: number | null;
  statusHistories: readonly HistoryEntry[];
  uploadFile: UploadFile;
}

/** The status to show of a phase; a sent upload has that of the server. */
export const STATUS_OF: Record<Exclude<Phase, "sent">, Status> = {
  queued: WAITING,
  uploading: UPLOADING,
  broken: PAUSE,
  paused: PAUSE,
  failed: ERROR,
  fileless: PAUSE,
  done: DONE,
};

const RUNNING: ReadonlySet<Phase> = new Set(["uploading", "broken"]);
/** Takes one of the places. */
export const isRunning = ({ phase }: Pick<Upload, "phase">) => RUNNING.has(phase);
/** Would be broken off by closing the page. */
export const isActive = ({ phase }: Pick<Upload, "phase">) => RUNNING.has(phase) || phase === "queued";
/** Lacks bytes at the host: signing out deletes it (D-67). */
export const isUnfinished = ({ phase, fault }: Pick<Upload, "phase" | "fault">) =>
  phase !== "sent" && phase !== "done" && fault?.code !== "processing";
/** While uploading it can be paused (R2-285). */
export const canPause = isActive;
/** Paused or failed it can be resumed or restarted (R2-286). */
export const canResume = ({ phase, file, fault }: Upload) =>
  file !== null && (phase === "paused" || phase === "broken" || (phase === "failed" && fault?.code !== "deleted"));
export const canRestart = ({ phase, file }: Upload) => file !== null && (phase === "paused" || phase === "failed");
/** Every byte is at the host, which failed (D-95). */
export const canProcessAgain = ({ phase, fault }: Pick<Upload, "phase" | "fault">) =>
  phase === "failed" && fault?.code === "processing";
export const canChooseFile = ({ phase, file, fault }: Upload) =>
  phase === "fileless" || (phase === "failed" && file === null && fault?.code !== "processing");

/** Percent of the bytes, never 100 before the last one. */
export const percentOf = ({ bytes, size }: Pick<Upload, "bytes" | "size">) =>
  size === 0 ? 0 : Math.min(100, Math.floor((bytes / size) * 100));

/** With the phase, and its status and progress. */
export function inPhase(upload: Upload, phase: Phase, server?: { status: Status; percent: number }): Upload {
  const currentStatus = phase === "sent" ? (server?.status ?? WAITING) : STATUS_OF[phase];
  const progress =
    currentStatus === PROCESSING ? (server?.percent ?? null) : currentStatus === WAITING ? null : percentOf(upload);
  return { ...upload, phase, uploadFile: { ...upload.uploadFile, currentStatus, progress } };
}

/** The same file as the one that was begun: by name, size and, where it is known, the time of its last change. */
export function isSameFile(
  wanted: Pick<Upload, "origName" | "size" | "lastModified">,
  file: Pick<File, "name" | "size" | "lastModified">,
): boolean {
  const { lastModified } = wanted;
  return (
    file.name === wanted.origName &&
    file.size === wanted.size &&
    (lastModified === null || file.lastModified === lastModified)
  );
}

export interface Chapter {
  key: string;
  group: string;
  name: string;
  uploads: Upload[];
}

/** In the order in which they were begun, by study month of each group (R2-182). */
export function byChapter(uploads: readonly Upload[]): Chapter[] {
  const chapters = new Map<string, Chapter>();
  for (const upload of uploads) {
    const key = `${upload.group.id}:${upload.chapter.id ?? ""}`;
    const chapter = chapters.get(key) ?? { key, group: upload.group.name, name: upload.chapter.name, uploads: [] };
    chapter.uploads.push(upload);
    chapters.set(key, chapter);
  }
  return [...chapters.values()];
}
