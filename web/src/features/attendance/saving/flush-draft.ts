/**
 * Sends a pending save: one at a time among all tabs, under its first idempotency key, so that it has one effect
 * whatever happens in transit (D-8, D-70, A10).
 */

import { invalidate } from "@/api/cache";
import { ApiError, NoAnswer, UnexpectedAnswer } from "@/api/errors";
import { change, read } from "@/api/request";
import { signedInId } from "@/api/tokens";
import { currentTime } from "@/lib/dates";
import { SAVE_PATHS, type SavedAttendance, SHEET_PATHS, STALE_AFTER_SAVE } from "../state/api-types";
import { conflicts, type Entry, rebase, toEntries, withoutSaved } from "../state/sheet-state";
import { createPendingSave, type Draft, draftFor, entriesIn, type ServerNotice, storeDraft } from "./attendance-drafts";
import { applyToCachedSheet, replaceCachedSheet } from "./cached-sheet";

/**
 * done: saved. gone: another tab sent it first, with a notice where it failed. later: no answer, it stays queued.
 * stale: others marked the same students differently. refused: rejected as it is.
 */
export type SendResult =
  | { outcome: "done"; answer: SavedAttendance }
  | { outcome: "gone"; notice: ServerNotice | null }
  | { outcome: "later"; error: unknown }
  | { outcome: "stale" }
  | { outcome: "refused"; error: unknown };

/** Code of a mark that would replace an office mark without confirmation. */
const OFFICE_MARK = "ATTENDANCE_OFFICE_MARK";

/** A failing server may recover; an expired session begins again. */
const isTransient = (error: unknown) =>
  error instanceof NoAnswer ||
  error instanceof UnexpectedAnswer ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429 || error.status === 401));

function withLock<T>(work: () => Promise<T>): Promise<T> {
  // Without locks two tabs may both send: the shared key makes it one effect.
  return navigator.locks ? navigator.locks.request("markaz.attendance", work) : work();
}

/** Sends the pending save of a lesson. `unseen`: in the background, the server's answer is stored as a notice. */
export function flushDraft(userId: number, lessonId: number, unseen = false): Promise<SendResult> {
  return withLock(async () => {
    const draft = draftFor(userId, lessonId);
    if (!draft?.pendingSave) return { outcome: "gone", notice: draft?.notice ?? null };
    // The page of a person who has left waits for them; it sends nothing under another name.
    if ((signedInId() ?? userId) !== userId) return { outcome: "later", error: new NoAnswer("", null) };
    const sent = await sendOnce(draft);
    if (sent.outcome !== "stale") return settle(sent, draft, unseen);
    const rebased = await rebaseOnNewest(draft);
    return settle(rebased ? await sendOnce(rebased) : sent, rebased ?? draft, unseen);
  });
}

async function sendOnce(draft: Draft): Promise<SendResult> {
  const { pendingSave, audience } = draft;
  if (!pendingSave) return { outcome: "gone", notice: draft.notice };
  try {
    const answer = await change("put", SAVE_PATHS[audience], {
      body: pendingSave.body,
      idempotencyKey: pendingSave.key,
    });
    return answer.forbidden ? { outcome: "refused", error: answer.refusal } : { outcome: "done", answer: answer.data };
  } catch (error) {
    if (isTransient(error)) return { outcome: "later", error };
    const stale = error instanceof ApiError && error.status === 409 && error.code === "SHARED_STALE";
    return stale ? { outcome: "stale" } : { outcome: "refused", error };
  }
}

/** Rebases the pending save on the newest sheet; null where others marked the same students differently. */
async function rebaseOnNewest(draft: Draft): Promise<Draft | null> {
  const { lessonId, audience, pendingSave } = draft;
  const outcome = await read(SHEET_PATHS[audience], { query: { lessonId } }).catch(() => null);
  const sheet = outcome?.data?.sheet;
  if (!sheet || !pendingSave) return null;
  replaceCachedSheet(sheet);
  const marks = rebase(sheet.students, draft.marks);
  const foreign = sheet.students.some((row) => row.byOffice && marks[row.studentId] && audience === "academic");
  if (conflicts(sheet.students, marks).length > 0 || foreign) return null;
  const entries = pendingSave.body.noClassReason == null ? toEntries(sheet.students, marks) : [];
  const body = { ...pendingSave.body, version: sheet.lesson.version, entries };
  const rebased = { ...draft, marks, pendingSave: { ...createPendingSave(body, null, currentTime()) } };
  // It was marked when it was marked.
  if (pendingSave.body.markedAt) rebased.pendingSave.body.markedAt = pendingSave.body.markedAt;
  storeDraft(rebased);
  return rebased;
}

function settle(sent: SendResult, tried: Draft, unseen: boolean): SendResult {
  // More may have been marked while the request was in flight.
  const now = draftFor(tried.userId, tried.lessonId) ?? tried;
  if (sent.outcome === "later") return sent;
  if (sent.outcome === "done") {
    const changed = now.pendingSave !== null && now.pendingSave.key !== tried.pendingSave?.key;
    const marks = withoutSaved(now.marks, settledEntries(tried.pendingSave, sent.answer));
    storeDraft({ ...now, marks, pendingSave: changed ? now.pendingSave : null, notice: noticeOf(sent.answer, unseen) });
    const { sheet, changed: made } = sent.answer;
    if (sheet) replaceCachedSheet(sheet);
    else if (made) applyToCachedSheet(tried.lessonId, made, tried.audience);
    void invalidate(...STALE_AFTER_SAVE);
  } else if (sent.outcome === "stale" || sent.outcome === "refused") {
    const message = sent.outcome === "refused" && sent.error instanceof ApiError ? sent.error.message : "";
    const notice = sent.outcome === "stale" ? ({ kind: "stale" } as const) : ({ kind: "refused", message } as const);
    storeDraft({ ...now, pendingSave: null, notice: unseen ? notice : null });
  }
  return sent;
}

/** Entries that are settled: all but the conflicts with office marks, which the teacher decides (D-47). */
function settledEntries(pendingSave: Draft["pendingSave"], { refused }: SavedAttendance): Entry[] {
  const open = new Set(refused.filter(({ code }) => code === OFFICE_MARK).map(({ studentId }) => studentId));
  return entriesIn(pendingSave).filter(({ studentId }) => !open.has(studentId));
}

function noticeOf(answer: SavedAttendance, unseen: boolean): Draft["notice"] {
  if (answer.lateSheetId !== null) return { kind: "late" };
  return unseen && answer.refused.length > 0 ? { kind: "partly", refused: answer.refused } : null;
}
