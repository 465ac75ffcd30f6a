/**
 * What is marked and not sent, kept in this browser (D-70): a draft goes with its person, as all drafts do; what he
 * has pressed *save* for stays for him on this device until the server has it, whoever signs in between.
 */
import { useSyncExternalStore } from "react";
import { newId } from "@/api/ids";
import { type Keeping, recall, remember } from "@/api/storage";
import { tellUnsent } from "@/lib/unsent";
import type { Entry, Marks } from "../state/sheet-state";
import type { Audience, RefusedMark, SaveBody } from "../state/wire";

/** Pressed *save*: this body under this key, so that however often it is sent it counts once. */
export type Wish = { key: string; body: SaveBody };

/** What the server said of what was sent while nobody looked. */
export type Word =
  | { kind: "refused"; message: string }
  | { kind: "partly"; refused: RefusedMark[] }
  | { kind: "stale" }
  | { kind: "late" };

export type Kept = {
  userId: number;
  lessonId: number;
  audience: Audience;
  /** Where it is marked, and what it is called: the header names it without asking the server. */
  path: string;
  title: string;
  marks: Marks;
  wish: Wish | null;
  word: Word | null;
};

const DRAFT = "attendance.";
const UNSENT = "unsent.attendance.";
const unsentName = (userId: number, lessonId: number) => `${UNSENT}${userId}.${lessonId}`;

const listeners = new Set<() => void>();
let stamp = 0;

function tell(): void {
  stamp += 1;
  for (const listener of listeners) listener();
  tellUnsent();
}

export function onKept(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key !== null && !event.key.includes(DRAFT)) return;
    stamp += 1;
    listener();
  };
  listeners.add(listener);
  addEventListener("storage", heard);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", heard);
  };
}

/** What is kept of this person for a lesson. */
export function keptFor(userId: number, lessonId: number): Kept | null {
  const found = recall<Kept>("device", unsentName(userId, lessonId)) ?? recall<Kept>("person", `${DRAFT}${lessonId}`);
  return found?.userId === userId ? found : null;
}

/** Keeps it where it belongs; what says nothing any more is forgotten. */
export function keep(kept: Kept): void {
  const { userId, lessonId, wish, word, marks } = kept;
  const unsent = wish !== null || word !== null;
  const empty = !unsent && Object.keys(marks).length === 0;
  remember("device", unsentName(userId, lessonId), unsent ? kept : null);
  remember("person", `${DRAFT}${lessonId}`, unsent || empty ? null : kept);
  tell();
}

function found(keeping: Keeping, beginning: string): Kept[] {
  const before = `markaz.${keeping}.`;
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(before + beginning))
    .map((name) => recall<Kept>(keeping, name.slice(before.length)))
    .filter((kept) => kept !== null)
    .sort((one, other) => one.lessonId - other.lessonId);
}

/** Everything of this person that waits to be sent, or of which something is to be said. */
export const unsentOf = (userId: number): Kept[] => found("device", `${UNSENT}${userId}.`);

/** What this person has marked and not pressed *save* for. */
export const draftsOf = (userId: number): Kept[] => found("person", DRAFT).filter((kept) => kept.userId === userId);

export const isDraft = ({ wish, word, marks }: Kept): boolean =>
  wish === null && word === null && Object.keys(marks).length > 0;

/** The same content sent again is the same submission; anything else is a new one (D-8). */
export function wishFor(body: SaveBody, before: Wish | null, now: Date): Wish {
  const content = (one: SaveBody) => JSON.stringify({ ...one, markedAt: undefined });
  if (before && content(before.body) === content(body)) return before;
  return { key: newId(), body: { ...body, markedAt: now.toISOString() } };
}

export const entriesIn = (wish: Wish | null): Entry[] => (wish?.body.entries ?? []) as Entry[];

/** Drawn again whenever something kept changes, in this tab or in another. */
export function useKeptStamp(): number {
  return useSyncExternalStore(onKept, () => stamp);
}
