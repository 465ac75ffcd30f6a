/**
 * The check of one participant's work: what is typed, kept in this browser and as a draft on the server, and its save.
 *
 * The state belongs to one work; another one has a state of its own, so that a score is never saved for somebody else
 * (H1). Drafts and the save run one after another: each raises the version that the next one names (H2).
 */
import { useCallback, useEffect, useRef, useState } from "react";
import { cache, invalidate, keyOf } from "@/api/cache";
import { ApiError } from "@/api/errors";
import { newId } from "@/api/ids";
import type { Body } from "@/api/request";
import { change } from "@/api/request";
import { recall, remember } from "@/api/storage";
import { scoreOf } from "@/entities/homework/score";
import { useUnsaved } from "@/lib/unsaved";
import { type ExamChat, STALE, waits } from "../exam-paths";

export type Typed = {
  score: string;
  failingReasonId: ExamChat["failingReasonId"];
  failingText: string;
  message: string;
  /** Of a correction after the announcement (D-86). */
  reason: string;
};
export type Saving = { pending: boolean; error: unknown };
export type Checked = { checkId: number; version: number };

const NOTHING: Typed = { score: "", failingReasonId: null, failingText: "", message: "", reason: "" };
const STORE_MS = 1_000;
const nameOf = (id: number) => `exam-check.${id}`;
const isEmpty = (typed: Typed) =>
  typed.score === "" && typed.failingReasonId === null && typed.message === "" && typed.failingText === "";

/** A score or a reason of failing is needed; the reason *other* needs a text (D-87). */
export const isComplete = (typed: Typed, needsText: boolean) =>
  (scoreOf(typed.score) !== null || typed.failingReasonId !== null) &&
  (typed.score === "" || scoreOf(typed.score) !== null) &&
  (!needsText || typed.failingText.trim() !== "");

/** Keeps what was typed for a work that is opened again, for example after an undo. */
export const keepTyped = (id: number, typed: Typed) => remember("person", nameOf(id), typed);

/** ``corrects``: the exam is announced; a correction is no draft and claims nothing. */
export function useExamCheck(chat: ExamChat, { mayCheck, corrects }: { mayCheck: boolean; corrects: boolean }) {
  const { id, exam } = chat;
  const [typed, setTyped] = useState<Typed>(() => recall<Typed>("person", nameOf(id)) ?? draftOf(chat));
  const typedNow = useRef(typed);
  const [saving, setSaving] = useState<Saving>({ pending: false, error: null });
  const version = useRef(chat.version);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    version.current = Math.max(version.current, chat.version);
  }, [chat.version]);
  // what is typed is kept; only a save under way would be lost
  const settle = useUnsaved(saving.pending);

  const store = useCallback(
    (now: Typed, takeOver = false) => {
      if (corrects || !mayCheck) return Promise.resolve();
      const { reason: _, ...draft } = now;
      const next = running.current.then(async () => {
        const path = { path: { id: exam.id, chat_id: id }, body: { ...draft, takeOver } };
        const { data } = await change("put", "/exams/{id}/chats/{chat_id}/draft", path);
        if (data) version.current = Math.max(version.current, data.version);
      });
      // a failure of the server's copy costs nothing: the browser has one
      running.current = next.catch(() => undefined);
      return next;
    },
    [corrects, mayCheck, exam.id, id],
  );
  // opening work that waits claims it (D-69)
  const claims = waits(chat) && chat.claim === null && chat.attempts.length > 0;
  const first = useRef(claims);
  useEffect(() => {
    if (first.current) void store(typedNow.current).catch(() => undefined);
    first.current = false;
  }, [store]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = (change: Partial<Typed>) => {
    const next = { ...typedNow.current, ...change };
    typedNow.current = next;
    setTyped(next);
    remember("person", nameOf(id), isEmpty(next) ? null : next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void store(next).catch(() => undefined), STORE_MS);
  };

  /** Saves what is typed; null where it was refused: then it stays, with the reason beside it. */
  const save = async (): Promise<Checked | null> => {
    clearTimeout(timer.current);
    const now = typedNow.current;
    setSaving({ pending: true, error: null });
    await running.current;
    try {
      const checked = await send(chat, now, version.current, corrects);
      version.current = checked.version;
      remember("person", nameOf(id), null);
      typedNow.current = NOTHING;
      setTyped(NOTHING);
      setSaving({ pending: false, error: null });
      settle();
      void invalidate(...STALE);
      return checked;
    } catch (error) {
      // the present work is shown beside what was typed
      if (error instanceof ApiError && error.status === 409) {
        await cache.refetchQueries({ queryKey: keyOf("/exams/{id}/chats/{chat_id}", pathOf(chat)) });
      }
      setSaving({ pending: false, error });
      return null;
    }
  };

  const takeOver = async () => {
    await store(typedNow.current, true);
    await invalidate("/exams/{id}/chats/{chat_id}");
  };
  return { typed, type, saving, save, takeOver };
}

export const pathOf = ({ exam, id }: Pick<ExamChat, "exam" | "id">) => ({ path: { id: exam.id, chat_id: id } });

const draftOf = ({ draft }: ExamChat): Typed =>
  draft
    ? {
        score: draft.score,
        failingReasonId: draft.failingReasonId,
        failingText: draft.failingText,
        message: draft.message,
        reason: "",
      }
    : NOTHING;

async function send({ exam, id }: ExamChat, typed: Typed, version: number, corrects: boolean): Promise<Checked> {
  const { reason, score, failingReasonId, failingText, message } = typed;
  const body = { version, score: scoreOf(score), failingReasonId, failingText, message };
  const key = { idempotencyKey: newId() };
  const outcome = corrects
    ? await change("put", "/exams/results/{id}", {
        path: { id },
        body: { ...body, reason } as Body<"put", "/exams/results/{id}">,
        ...key,
      })
    : await change("post", "/exams/{id}/check", {
        path: { id: exam.id },
        body: { ...body, resultId: id } as Body<"post", "/exams/{id}/check">,
        ...key,
      });
  if (outcome.forbidden || !outcome.data) throw outcome.refusal ?? new Error("no data");
  return outcome.data;
}

/** Undoes a check and returns to the work with what was typed for it (D-69). */
export async function undoCheck(id: number, { checkId, version }: Checked): Promise<void> {
  const undone = await change("post", "/exams/results/{id}/undo", {
    path: { id },
    body: { checkId, version },
    idempotencyKey: newId(),
  });
  if (undone.forbidden || !undone.data) throw undone.refusal ?? new Error("no data");
  await invalidate(...STALE);
}
