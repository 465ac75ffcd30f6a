/** The uploads of this browser: one list for the dialog, the header and the tables, above every screen. */

import { useSyncExternalStore } from "react";
import { recall, remember } from "@/api/storage";
import { fromMillis } from "@/lib/dates";
import { markRunning } from "@/lib/unsaved";
import type { HistoryEntry, Status } from "../video-types";
import { isActive, isUnfinished, type Upload } from "./upload-item";
import { showPresence } from "./upload-presence";

let uploads: readonly Upload[] = [];
/** Videos that became ready while the console was open, and where the last of them was begun. */
let ready: { count: number; link: string | null } = { count: 0, link: null };
let histories = 0;
const listeners = new Set<() => void>();

export const allUploads = (): readonly Upload[] => uploads;
export const findUpload = (key: string): Upload | undefined => uploads.find((upload) => upload.key === key);

export function onUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useUploads = (): readonly Upload[] => useSyncExternalStore(onUploads, allUploads);
export const useReady = () => useSyncExternalStore(onUploads, () => ready);

function put(next: readonly Upload[]): void {
  uploads = next;
  // Leaving the page would break them off; going to another screen does not.
  markRunning("videos", uploads.some(isActive));
  showPresence("here", {
    shown: uploads.some(({ uploadFile }) => uploadFile.isVisible) || ready.count > 0,
    unfinished: uploads.some(isUnfinished),
  });
  for (const listener of listeners) listener();
}

export function addUploads(added: readonly Upload[]): void {
  put([...uploads, ...added]);
}

/** Changes one upload; one that left the list in the meantime stays away. */
export function changeUpload(key: string, change: (upload: Upload) => Upload): void {
  if (findUpload(key)) put(uploads.map((upload) => (upload.key === key ? change(upload) : upload)));
}

export function dropUpload(key: string): void {
  const id = findUpload(key)?.id;
  if (id != null) forgetFile(id);
  put(uploads.filter((upload) => upload.key !== key));
}

/** Those that another tab sends leave this one, if they only wait for their file here. */
export function handOver(ids: ReadonlySet<number | null>): void {
  const left = uploads.filter(({ id, file, phase }) => file !== null || phase === "sent" || !ids.has(id));
  if (left.length < uploads.length) put(left);
}

/** Done ones leave the list and are counted (R2-281). */
export function countReady(key: string): void {
  ready = { count: ready.count + 1, link: findUpload(key)?.page.link ?? null };
  dropUpload(key);
}

/** The session ended for good: nothing of the person stays. */
export function clearUploads(): void {
  ready = { count: 0, link: null };
  put([]);
}

/** With one more entry of history (R2-181, R2-280); the server keeps its own. */
export function withHistory(upload: Upload, status: Status, message: string): Upload {
  histories -= 1;
  const entry: HistoryEntry = { id: histories, status, message, createdAt: fromMillis(Date.now()) };
  return { ...upload, statusHistories: [...upload.statusHistories, entry] };
}

/** Facts of a begun file that the server does not hold, by the id of its video. */
type FileFacts = Pick<Upload, "lastModified" | "page" | "audience">;
const FILES = "uploads";

export function rememberFile(id: number, { lastModified, page, audience }: FileFacts): void {
  remember("person", FILES, { ...recall<object>("person", FILES), [id]: { lastModified, page, audience } });
}

export const recallFile = (id: number): FileFacts | undefined =>
  recall<Record<number, FileFacts>>("person", FILES)?.[id];

export function forgetFile(id: number): void {
  const { [id]: _gone, ...others } = recall<Record<number, FileFacts>>("person", FILES) ?? {};
  remember("person", FILES, others);
}
