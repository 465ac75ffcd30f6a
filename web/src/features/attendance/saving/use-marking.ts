/** The draft of a lesson: chosen here, kept in the browser at once, saved in one go (A5). */
import { useCallback, useEffect, useMemo, useState } from "react";
import { useSession } from "@/entities/access/session";
import { say } from "@/i18n/texts";
import { currentTime } from "@/lib/dates";
import { isOnline } from "@/lib/online";
import { showInfo } from "@/ui/feedback/toast";
import { differing, type Entry, entriesOf, laidOver, type Marks, replacing } from "../state/sheet-state";
import type { Audience, SaveBody, Sheet, SheetRow } from "../state/wire";
import { isDraft, type Kept, keep, keptFor, useKeptStamp, wishFor } from "./kept-marks";
import { type Sent, sendKept } from "./sending";

export type Marking = {
  marks: Marks;
  set: (change: (marks: Marks) => Marks) => void;
  entries: Entry[];
  /** Students whom others have meanwhile marked otherwise. */
  others: SheetRow[];
  /** Students whose office mark a save would replace, to be asked about before. */
  replacing: SheetRow[];
  /** Something here is not kept by the server. */
  changed: boolean;
  /** *Save* was pressed, the server has not answered yet. */
  unsent: boolean;
  /** What is marked was marked before the sheet was opened, and kept in this browser. */
  restored: boolean;
  /** What the server said while nobody looked. */
  word: Kept["word"];
  seen: () => void;
  pending: boolean;
  save: (how?: { confirmed?: number[]; noClassReason?: string }) => Promise<Sent>;
  letGo: () => void;
};

const saysNothing = (body: SaveBody) => body.entries?.length === 0 && body.noClassReason == null;

export function useMarking(sheet: Sheet, audience: Audience, path: string, title: string): Marking {
  const userId = useSession().profile?.id ?? 0;
  const stamp = useKeptStamp();
  const [pending, setPending] = useState(false);
  const lessonId = sheet.lesson.id;
  const rows = sheet.students;
  const noClass = sheet.lesson.noClassReason !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp says that something else is kept now
  const kept = useMemo(() => keptFor(userId, lessonId), [userId, lessonId, stamp]);
  const marks = useMemo(() => laidOver(rows, kept?.marks ?? {}), [rows, kept]);
  const entries = useMemo(() => (noClass ? [] : entriesOf(rows, marks)), [rows, marks, noClass]);
  const changed = Object.keys(marks).length > 0;
  const unsent = kept?.wish != null;
  useLeaving(userId, lessonId, changed && !unsent);
  const [found] = useState(() => kept !== null && isDraft(kept));
  const [touched, setTouched] = useState(false);

  const now = useCallback((): Kept => {
    const known = keptFor(userId, lessonId);
    return known ?? { userId, lessonId, audience, path, title, marks: {}, wish: null, word: null };
  }, [userId, lessonId, audience, path, title]);

  const differs = kept?.word?.kind === "stale";
  // The difference itself is shown here: that it waits to be looked at needs no more saying.
  useEffect(() => {
    if (differs) keep({ ...now(), word: null });
  }, [differs, now]);

  const bodyOf = (next: Marks, confirmed: number[]): SaveBody => ({
    lessonId,
    version: sheet.lesson.version,
    entries: entriesOf(rows, next),
    confirmed,
  });

  const bodyLike = ({ confirmed, noClassReason }: SaveBody, next: Marks): SaveBody =>
    noClassReason == null ? bodyOf(next, confirmed ?? []) : { ...bodyOf({}, []), entries: [], noClassReason };

  const set = (change: (marks: Marks) => Marks) => {
    const before = now();
    const next = change(laidOver(rows, before.marks));
    const { wish } = before;
    // What waits to be sent goes as it stands now.
    const again = wish && wishFor(bodyLike(wish.body, next), wish, currentTime());
    const nothing = again !== null && saysNothing(again.body);
    keep({ ...before, marks: next, wish: nothing ? null : again });
    setTouched(true);
  };

  const save: Marking["save"] = async ({ confirmed = [], noClassReason } = {}) => {
    const before = now();
    const body = bodyLike({ ...bodyOf(marks, confirmed), noClassReason: noClassReason ?? null }, marks);
    keep({ ...before, marks, wish: wishFor({ ...body, confirmed }, before.wish, currentTime()), word: null });
    setPending(true);
    try {
      return await sendKept(userId, lessonId);
    } finally {
      setPending(false);
    }
  };

  return {
    marks,
    set,
    entries,
    others: differing(rows, marks),
    replacing: audience === "academic" ? replacing(rows, entries) : [],
    changed,
    unsent,
    restored: found && !touched && changed && !unsent,
    word: kept?.word ?? null,
    seen: () => keep({ ...now(), word: null }),
    pending,
    save,
    letGo: () => keep({ ...now(), marks: {}, wish: null, word: null }),
  };
}

/** A marked class that is left unsaved loses nothing (D-70): inside the console that is said, outside the browser asks. */
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

function useLeaving(userId: number, lessonId: number, draft: boolean): void {
  useEffect(() => {
    if (!draft) return;
    // No page is left that could say it.
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [draft]);
  useEffect(
    () => () => {
      const kept = keptFor(userId, lessonId);
      // Without a connection the toast's code may be missing; the header says the same.
      if (kept && isDraft(kept) && isOnline()) showInfo(say("attendance.draft.kept"));
    },
    [userId, lessonId],
  );
}
