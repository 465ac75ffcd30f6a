/**
 * Uploads that other tabs of this browser send. Each tab tells the others of its own, and holds a lock for as long as it
 * is open: when that is free, what the tab did not finish is offered here. Without locks, as over plain http, a tab
 * knows nothing of the others.
 */
import { useSyncExternalStore } from "react";
import { newId } from "@/api/ids";
import { onTokens, signedInId } from "@/api/tokens";
import { isUnfinished, type Upload } from "./upload-item";
import { showPresence } from "./upload-presence";
import { allUploads, handOver, onUploads } from "./upload-store";

const NAME = "markaz.uploads";
const lockOf = (tab: string) => `${NAME}.${tab}`;
const PACE_MS = 1_000;

export type UploadElsewhere = Pick<Upload, "key" | "id" | "name" | "size" | "bytes" | "phase" | "page"> & {
  uploadFile: Pick<Upload["uploadFile"], "currentStatus" | "progress">;
};
type TabUploads = { kind: "uploads"; tab: string; person: number | undefined; uploads: UploadElsewhere[] };
type TabMessage = { kind: "hello" } | TabUploads;

const listeners = new Set<() => void>();
const tabs = new Map<string, TabUploads>();
let elsewhere: readonly UploadElsewhere[] = [];

export const useUploadsElsewhere = (): readonly UploadElsewhere[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => elsewhere,
  );

/** Follows the other tabs; `onClosed` runs when one of them is gone. */
export function followTabs(onClosed: () => Promise<void>): void {
  if (!navigator.locks || !("BroadcastChannel" in globalThis)) return;
  const own = newId();
  const channel = new BroadcastChannel(NAME);
  const tell = pacedTelling((uploads) => {
    channel.postMessage({ kind: "uploads", tab: own, person: signedInId(), uploads } satisfies TabMessage);
  });
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === "hello") tell({ again: true });
    else receiveTab(data, onClosed);
  };
  // The lock first: who is told of this tab waits for it.
  void navigator.locks.request(lockOf(own), () => {
    channel.postMessage({ kind: "hello" } satisfies TabMessage);
    onUploads(() => tell());
    tell();
    return new Promise<never>(() => undefined);
  });
  onTokens(publish);
}

/** Tells of changes once a second at most; `again`: at once, also of what was told. Nothing is told of nothing. */
function pacedTelling(send: (uploads: UploadElsewhere[]) => void): (how?: { again: boolean }) => void {
  let sent = "[]";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const now = (again: boolean) => {
    clearTimeout(timer);
    timer = undefined;
    const uploads = allUploads()
      .filter((one) => one.file !== null && isUnfinished(one))
      .map(shared);
    const text = JSON.stringify(uploads);
    if (text === sent && !(again && uploads.length > 0)) return;
    [sent, last] = [text, Date.now()];
    send(uploads);
  };
  return ({ again } = { again: false }) => {
    const due = last + PACE_MS - Date.now();
    if (again || due <= 0) now(again);
    else timer ??= setTimeout(() => now(false), due);
  };
}

const shared = ({ key, id, name, size, bytes, phase, page, uploadFile }: Upload): UploadElsewhere => {
  const { currentStatus, progress } = uploadFile;
  return { key, id, name, size, bytes, phase, page, uploadFile: { currentStatus, progress } };
};

/** What a tab tells of its uploads. */
export function receiveTab(message: TabUploads, onClosed: () => Promise<void>): void {
  const isNew = !tabs.has(message.tab);
  tabs.set(message.tab, message);
  publish();
  if (!isNew) return;
  // Granted once that tab is closed.
  void navigator.locks?.request(lockOf(message.tab), async () => {
    // First what takes its place: the header does not empty in between.
    await onClosed();
    tabs.delete(message.tab);
    publish();
  });
}

function publish(): void {
  const person = signedInId();
  elsewhere = [...tabs.values()].filter((tab) => tab.person === person).flatMap(({ uploads }) => uploads);
  // Chosen there: here its file is no longer asked for.
  handOver(new Set(elsewhere.map(({ id }) => id)));
  showPresence("elsewhere", { shown: elsewhere.length > 0, unfinished: elsewhere.length > 0 });
  for (const listener of listeners) listener();
}
