/** What a checker has typed, kept in this browser at once and on the server a moment later: it survives a crash. */
import { change } from "@/api/request";
import { recall, remember } from "@/api/storage";
import { onSignOut } from "@/lib/sign-out";
import { type Attached, isNothing, NOTHING, type Typed } from "./checking-session";

const STORE_MS = 1_000;
/** The server deletes an upload that no form names after a day; a draft forgets it an hour before (D-72). */
const ATTACHED_LIVES_MS = 23 * 3_600_000;

type Stored = Typed & { attachedAt: number };

const nameOf = (id: number) => `checking.${id}`;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** What was typed, with what was attached while the server still has it. */
export function localDraft(id: number): Typed | null {
  const stored = recall<Partial<Stored>>("person", nameOf(id));
  if (!stored) return null;
  const { score = "", message = "", files = [], voice = null, attachedAt = 0 } = stored;
  const lives = Date.now() - attachedAt < ATTACHED_LIVES_MS;
  const typed = lives ? { score, message, files, voice } : { ...NOTHING, score, message };
  return isNothing(typed) ? null : typed;
}

const isAttached = ({ files = [], voice = null }: Partial<Attached>) => files.length > 0 || voice !== null;

/** The time of the first upload that the draft still has. */
function attachedAt(id: number): number {
  const before = recall<Partial<Stored>>("person", nameOf(id));
  return (before && isAttached(before) ? before.attachedAt : undefined) ?? Date.now();
}

/** Stores a draft; an empty one is discarded. The server's copy follows, and a failure of it costs nothing here. */
export function storeDraft(id: number, typed: Typed): void {
  const { score, message } = typed;
  const empty = score === "" && message === "";
  remember("person", nameOf(id), isNothing(typed) ? null : { ...typed, attachedAt: attachedAt(id) });
  clearTimeout(timers.get(id));
  const path = { path: { id } };
  const send = () => {
    timers.delete(id);
    const sent = empty
      ? change("delete", "/homework-chat/{id}/draft", path)
      : change("put", "/homework-chat/{id}/draft", { ...path, body: { score, message } });
    sent.catch(() => undefined);
  };
  timers.set(id, setTimeout(send, STORE_MS));
}

onSignOut(() => {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
});
