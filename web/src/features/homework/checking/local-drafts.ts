/** What a checker has typed, kept in this browser at once and on the server a moment later: it survives a crash. */
import { change } from "@/api/request";
import { recall, remember } from "@/api/storage";
import { onSignOut } from "@/lib/sign-out";
import type { Typed } from "./checking-session";

const STORE_MS = 1_000;
const nameOf = (id: number) => `checking.${id}`;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

export const localDraft = (id: number): Typed | null => recall<Typed>("person", nameOf(id));

/** Stores a draft; an empty one is discarded. The server's copy follows, and a failure of it costs nothing here. */
export function storeDraft(id: number, typed: Typed): void {
  const empty = typed.score === "" && typed.message === "";
  remember("person", nameOf(id), empty ? null : typed);
  clearTimeout(timers.get(id));
  const path = { path: { id } };
  const send = () => {
    timers.delete(id);
    const sent = empty
      ? change("delete", "/homework-chat/{id}/draft", path)
      : change("put", "/homework-chat/{id}/draft", { ...path, body: typed });
    sent.catch(() => undefined);
  };
  timers.set(id, setTimeout(send, STORE_MS));
}

onSignOut(() => {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
});
