/**
 * Sending what is marked: one at a time among all tabs, under the key that it was first sent with, so that it counts
 * once whatever happens on the way (D-8, D-70, A10).
 */

import { readAgain } from "@/api/cache";
import { ApiError, NoAnswer } from "@/api/errors";
import { change, read } from "@/api/request";
import { currentTime } from "@/lib/dates";
import { differing, type Entry, entriesOf, laidOver, without } from "../state/sheet-state";
import { SAVE, type SavedAttendance, SHEET, SHOWN_ELSEWHERE } from "../state/wire";
import { entriesIn, type Kept, keep, keptFor, type Word, wishFor } from "./kept-marks";
import { show, showChanged } from "./saved-marks";

/**
 * done: saved. gone: another tab was faster, with a word where that did not go through. later: no answer, it stays and is sent again.
 * stale: others have marked the same students otherwise. refused: it will not be taken as it is.
 */
export type Sent =
  | { outcome: "done"; answer: SavedAttendance }
  | { outcome: "gone"; word: Word | null }
  | { outcome: "later"; error: unknown }
  | { outcome: "stale" }
  | { outcome: "refused"; error: unknown };

/** Said of a mark that the office has made and nobody has confirmed to replace. */
const OFFICE_MARK = "ATTENDANCE_OFFICE_MARK";

/** A server that is unwell may be well again; a session that ended begins again. */
const passing = (error: unknown) =>
  error instanceof NoAnswer ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429 || error.status === 401));

function alone<T>(work: () => Promise<T>): Promise<T> {
  // Where the browser can't, two tabs may both send: under the same key it counts once.
  return navigator.locks ? navigator.locks.request("markaz.attendance", work) : work();
}

/** Sends what waits of this person for a lesson. `unseen`: nobody looks, what the server says is kept until seen. */
export function sendKept(userId: number, lessonId: number, unseen = false): Promise<Sent> {
  return alone(async () => {
    const kept = keptFor(userId, lessonId);
    if (!kept?.wish) return { outcome: "gone", word: kept?.word ?? null };
    const sent = await attempt(kept);
    if (sent.outcome !== "stale") return settled(sent, kept, unseen);
    const again = await overNewest(kept);
    return settled(again ? await attempt(again) : sent, again ?? kept, unseen);
  });
}

async function attempt(kept: Kept): Promise<Sent> {
  const { wish, audience } = kept;
  if (!wish) return { outcome: "gone", word: kept.word };
  try {
    const answer = await change("put", SAVE[audience], { body: wish.body, idempotencyKey: wish.key });
    return answer.forbidden ? { outcome: "refused", error: answer.refusal } : { outcome: "done", answer: answer.data };
  } catch (error) {
    if (passing(error)) return { outcome: "later", error };
    const stale = error instanceof ApiError && error.status === 409 && error.code === "SHARED_STALE";
    return stale ? { outcome: "stale" } : { outcome: "refused", error };
  }
}

/** The same over the newest sheet, where nobody has said otherwise of the same students; none where somebody has. */
async function overNewest(kept: Kept): Promise<Kept | null> {
  const { lessonId, audience, wish } = kept;
  const outcome = await read(SHEET[audience], { query: { lessonId } }).catch(() => null);
  const sheet = outcome?.data?.sheet;
  if (!sheet || !wish) return null;
  show(sheet);
  const marks = laidOver(sheet.students, kept.marks);
  const foreign = sheet.students.some((row) => row.byOffice && marks[row.studentId] && audience === "academic");
  if (differing(sheet.students, marks).length > 0 || foreign) return null;
  const entries = wish.body.noClassReason == null ? entriesOf(sheet.students, marks) : [];
  const body = { ...wish.body, version: sheet.lesson.version, entries };
  const again = { ...kept, marks, wish: { ...wishFor(body, null, currentTime()) } };
  // It was marked when it was marked.
  if (wish.body.markedAt) again.wish.body.markedAt = wish.body.markedAt;
  keep(again);
  return again;
}

function settled(sent: Sent, tried: Kept, unseen: boolean): Sent {
  // Something may have been marked while it was on its way.
  const now = keptFor(tried.userId, tried.lessonId) ?? tried;
  if (sent.outcome === "later") return sent;
  if (sent.outcome === "done") {
    const changed = now.wish !== null && now.wish.key !== tried.wish?.key;
    const marks = without(now.marks, takenIn(tried.wish, sent.answer));
    keep({ ...now, marks, wish: changed ? now.wish : null, word: wordOf(sent.answer, unseen) });
    const { sheet, changed: made } = sent.answer;
    if (sheet) show(sheet);
    else if (made) showChanged(tried.lessonId, made, tried.audience);
    void readAgain(...SHOWN_ELSEWHERE);
  } else if (sent.outcome === "stale" || sent.outcome === "refused") {
    const message = sent.outcome === "refused" && sent.error instanceof ApiError ? sent.error.message : "";
    const word = sent.outcome === "stale" ? ({ kind: "stale" } as const) : ({ kind: "refused", message } as const);
    keep({ ...now, wish: null, word: unseen ? word : null });
  }
  return sent;
}

/** What needs no more saying: all but the marks that the office has made otherwise, which are his to decide (D-47). */
function takenIn(wish: Kept["wish"], { refused }: SavedAttendance): Entry[] {
  const open = new Set(refused.filter(({ code }) => code === OFFICE_MARK).map(({ studentId }) => studentId));
  return entriesIn(wish).filter(({ studentId }) => !open.has(studentId));
}

function wordOf(answer: SavedAttendance, unseen: boolean): Kept["word"] {
  if (answer.lateSheetId !== null) return { kind: "late" };
  return unseen && answer.refused.length > 0 ? { kind: "partly", refused: answer.refused } : null;
}
