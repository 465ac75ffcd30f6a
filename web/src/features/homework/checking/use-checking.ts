/** One checking session of a screen, over the API. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { cache, invalidate, keyOf } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { newId } from "@/api/ids";
import { change } from "@/api/request";
import { prefetch, useRead } from "@/api/use-read";
import { useLive } from "@/lib/live/use-live";
import { useUnsaved } from "@/lib/unsaved";
import { CHECKING, type Chat, QUEUE_PATHS, type QueueRow, REJECTED, WAITING } from "./api-types";
import { type CheckingCalls, CheckingSession, NOTHING } from "./checking-session";
import { localDraft, storeDraft } from "./local-drafts";

export type Audience = keyof typeof QUEUE_PATHS;
/** ``homeworkId`` narrows the queue to one homework, ``groupId`` to one group. */
export type QueueFilter = { homeworkId?: number; groupId?: number };

const PER_PAGE = 100;
const POLL_MS = 30_000;
const CHECK_PATHS = {
  admin: "/homework-chat/check-student-homework-for-admin",
  academic: "/homework-chat/check-student-homework-for-academic",
} as const;

/** The answer of a call, or its refusal as an error. */
async function dataOf<T>(call: Promise<{ forbidden: boolean; data?: T | undefined; refusal?: ApiError | undefined }>) {
  const outcome = await call;
  if (outcome.forbidden || outcome.data === undefined) throw outcome.refusal ?? new Error("no data");
  return outcome.data;
}

/** A claim decides nothing about the work: it needs no version. */
const claimOf = (id: number, takeOver: boolean) => ({
  submissions: [{ id, version: 0 }],
  result: CHECKING as 4,
  message: "",
  takeOver,
});

function callsOf(audience: Audience): CheckingCalls {
  return {
    claim: async (id) => {
      const body = claimOf(id, false);
      const { submissions } = await dataOf(change("put", "/homework-chat/submissions", { body }));
      const [claimed] = submissions;
      return claimed?.code === null ? claimed.version : null;
    },
    check: async ({ id, version, score, message, files, voice }) => {
      const recording = voice && { fileId: voice.fileId, duration: voice.duration };
      const fileIds = files.map((file) => file.fileId);
      const body = { submissionId: id, version, score, message, fileIds, voice: recording };
      try {
        const done = await dataOf(change("post", CHECK_PATHS[audience], { body, idempotencyKey: newId() }));
        void invalidate("/homework-chat/{id}");
        return done;
      } catch (error) {
        // the present work is shown beside what was typed
        if (error instanceof ApiError && error.status === 409) await refetchChat(id);
        throw error;
      }
    },
    undo: async (id, checkId, version) => {
      const path = { path: { id }, body: { checkId, version }, idempotencyKey: newId() };
      const undone = await dataOf(change("post", "/homework-chat/{id}/undo", path));
      void invalidate("/homework-chat/{id}");
      return { version: undone.version, claimable: isClaimable(undone.status) };
    },
    storeDraft,
  };
}

const isClaimable = (status: number) => status === WAITING || status === REJECTED;

async function refetchChat(id: number): Promise<void> {
  await cache.refetchQueries({ queryKey: keyOf("/homework-chat/{id}", { path: { id } }) });
}

/** Claims a submission that another checker has open. */
export async function takeOver(id: number): Promise<void> {
  const body = claimOf(id, true);
  await dataOf(change("put", "/homework-chat/submissions", { body }));
  await refetchChat(id);
}

/** ``opened``: the submission in the address, which may be outside of the queue. */
export function useChecking(audience: Audience, filter: QueueFilter, opened: number | null) {
  const [session] = useState(() => new CheckingSession(callsOf(audience)));
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  useUnsaved(session.isUnsaved);
  const pace = useLive("checking", [QUEUE_PATHS[audience], "/homework-chat/{id}"]);
  const queue = useRead(
    QUEUE_PATHS[audience],
    { query: { ...filter, perPage: PER_PAGE } },
    { refetchInterval: pace(POLL_MS), keepPreviousData: true },
  );
  const rows = queue.data?.submissions;
  const known = useKnownRows(rows);
  useEffect(() => {
    if (!rows) return;
    session.list(rows.map((row) => row.id));
    if (opened !== null) session.list([opened]);
    if (session.snapshot().at === null) {
      const first = opened ?? rows[0]?.id;
      if (first !== undefined) session.open(first);
    }
  }, [session, rows, opened]);
  const { at } = state;
  const chat = useChat(at);
  const next = session.nextWaiting();
  useEffect(() => {
    if (next !== null) prefetch("/homework-chat/{id}", { path: { id: next } });
  }, [next]);
  useRestoredDraft(session, chat.data);
  return { session, state, queue, chat, rows: known };
}

/** Every row that the queue has shown: a checked work leaves the queue of the server and stays in sight here. */
function useKnownRows(rows: readonly QueueRow[] | undefined): readonly QueueRow[] {
  const [known, setKnown] = useState<ReadonlyMap<number, QueueRow>>(new Map());
  useEffect(() => {
    if (rows) setKnown((before) => new Map([...before, ...rows.map((row) => [row.id, row] as const)]));
  }, [rows]);
  return [...known.values()];
}

function useChat(id: number | null) {
  return useRead(
    "/homework-chat/{id}",
    { path: { id: id ?? 0 } },
    { enabled: id !== null, staleTime: Number.POSITIVE_INFINITY },
  );
}

/** Each opened work is claimed, and what was typed before a crash is back: from this browser, else from the server. */
function useRestoredDraft(session: CheckingSession, chat: Chat | undefined): void {
  const id = chat?.id;
  useEffect(() => {
    if (!chat) return;
    const { draft } = chat;
    const typed = localDraft(chat.id) ?? (draft && { ...NOTHING, score: draft.score, message: draft.message });
    if (typed) session.restore(chat.id, typed);
    session.saw(chat.id, chat.version);
  }, [session, chat]);
  useEffect(() => {
    const opened =
      id === undefined ? undefined : cache.getQueryData<{ data: Chat }>(keyOf("/homework-chat/{id}", { path: { id } }));
    if (id === undefined || !opened || opened.data.attempts.length === 0) return;
    // what was read while the own claim was in force says nothing of it now
    if (isClaimable(opened.data.status) || opened.data.claim?.own) session.claim(id, opened.data.version);
  }, [session, id]);
}

/** The award that a score would earn, read once for each score of a submission. */
export function useAwardPreview(id: number, score: number | null) {
  return useRead(
    "/homework-chat/{id}/award-preview",
    { path: { id }, query: { score: score ?? 0 } },
    { enabled: score !== null, keepPreviousData: true, staleTime: 60_000 },
  );
}
