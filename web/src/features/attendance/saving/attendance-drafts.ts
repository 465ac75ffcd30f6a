/**
 * Attendance drafts in browser storage (D-70). An unsaved draft is cleared with its person, as all drafts are; a
 * pending save stays on this device until the server has it, whoever signs in between.
 */
import { useSyncExternalStore } from "react";
import { newId } from "@/api/ids";
import { recall, remember, type StorageScope } from "@/api/storage";
import { announceQueueChange } from "@/lib/offline-queue";
import type { Audience, RejectedMark, SaveBody } from "../state/api-types";
import type { Entry, Marks } from "../state/sheet-state";

/** Pressed *save*: this body under this key, so that however often it is sent it counts once. */
export type PendingSave = { key: string; body: SaveBody };

/** Server's answer to a save that was sent in the background. */
export type ServerNotice =
  | { kind: "refused"; message: string }
  | { kind: "partly"; refused: RejectedMark[] }
  | { kind: "stale" }
  | { kind: "late" };

export type Draft = {
  userId: number;
  lessonId: number;
  audience: Audience;
  /** Address and title of the lesson: the header shows them without a request. */
  path: string;
  title: string;
  marks: Marks;
  pendingSave: PendingSave | null;
  notice: ServerNotice | null;
};

const DRAFT = "attendance.";
const UNSENT = "unsent.attendance.";
const unsentName = (userId: number, lessonId: number) => `${UNSENT}${userId}.${lessonId}`;

const listeners = new Set<() => void>();
let stamp = 0;

function notify(): void {
  stamp += 1;
  for (const listener of listeners) listener();
  announceQueueChange();
}

export function onDraftsChange(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== null && !event.key.includes(DRAFT)) return;
    stamp += 1;
    listener();
  };
  listeners.add(listener);
  addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", onStorage);
  };
}

/** Reads a stored draft; earlier builds wrote `wish` and `word`, and attendance queued by them is still to be sent. */
function recallDraft(scope: StorageScope, name: string): Draft | null {
  const stored = recall<Draft & { wish?: Draft["pendingSave"]; word?: Draft["notice"] }>(scope, name);
  if (!stored) return null;
  const { wish = null, word = null, ...draft } = stored;
  return { ...draft, pendingSave: draft.pendingSave ?? wish, notice: draft.notice ?? word };
}

/** Returns the draft of this person for a lesson. */
export function draftFor(userId: number, lessonId: number): Draft | null {
  const found = recallDraft("device", unsentName(userId, lessonId)) ?? recallDraft("person", `${DRAFT}${lessonId}`);
  return found?.userId === userId ? found : null;
}

/** Stores the draft in its scope; an empty one is removed. */
export function storeDraft(draft: Draft): void {
  const { userId, lessonId, pendingSave, notice, marks } = draft;
  const unsent = pendingSave !== null || notice !== null;
  const empty = !unsent && Object.keys(marks).length === 0;
  remember("device", unsentName(userId, lessonId), unsent ? draft : null);
  remember("person", `${DRAFT}${lessonId}`, unsent || empty ? null : draft);
  notify();
}

function recallAll(scope: StorageScope, beginning: string): Draft[] {
  const before = `markaz.${scope}.`;
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(before + beginning))
    .map((name) => recallDraft(scope, name.slice(before.length)))
    .filter((draft) => draft !== null)
    .sort((one, other) => one.lessonId - other.lessonId);
}

/** Drafts of this person with a pending save or an unread notice. */
export const queuedDrafts = (userId: number): Draft[] => recallAll("device", `${UNSENT}${userId}.`);

/** Drafts of this person without a pending save. */
export const unsavedDrafts = (userId: number): Draft[] =>
  recallAll("person", DRAFT).filter((draft) => draft.userId === userId);

export const isUnsaved = ({ pendingSave, notice, marks }: Draft): boolean =>
  pendingSave === null && notice === null && Object.keys(marks).length > 0;

/** The same content sent again is the same submission; anything else is a new one (D-8). */
export function createPendingSave(body: SaveBody, before: PendingSave | null, now: Date): PendingSave {
  const content = (one: SaveBody) => JSON.stringify({ ...one, markedAt: undefined });
  if (before && content(before.body) === content(body)) return before;
  return { key: newId(), body: { ...body, markedAt: now.toISOString() } };
}

export const entriesIn = (pendingSave: PendingSave | null): Entry[] => (pendingSave?.body.entries ?? []) as Entry[];

/** Re-renders whenever a draft changes, in this tab or another. */
export function useDraftsVersion(): number {
  return useSyncExternalStore(onDraftsChange, () => stamp);
}
