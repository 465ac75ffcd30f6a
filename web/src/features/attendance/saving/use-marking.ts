/** Draft of a lesson: marked here, stored in the browser at once, saved in one request (A5). */
import { useCallback, useEffect, useMemo, useState } from "react";
import { useSession } from "@/entities/access/session";
import { say } from "@/i18n/texts";
import { currentTime } from "@/lib/dates";
import { isOnline } from "@/lib/online";
import { showInfo } from "@/ui/feedback/toast";
import type { AttendanceSheet, Audience, SaveBody, SheetRow } from "../state/api-types";
import { conflicts, type Entry, type Marks, officeMarksReplaced, rebase, toEntries } from "../state/sheet-state";
import { createPendingSave, type Draft, draftFor, isUnsaved, storeDraft, useDraftsVersion } from "./attendance-drafts";
import { flushDraft, type SendResult } from "./flush-draft";

export type Marking = {
  marks: Marks;
  set: (change: (marks: Marks) => Marks) => void;
  entries: Entry[];
  /** Students whom others have marked differently in the meantime. */
  others: SheetRow[];
  /** Students whose office mark a save would replace, to be confirmed first. */
  replacing: SheetRow[];
  /** Some marks are not saved on the server. */
  changed: boolean;
  /** *Save* was pressed, the server has not answered yet. */
  unsent: boolean;
  /** The draft was restored from this browser. */
  restoredDraft: boolean;
  /** Server's answer to a save in the background. */
  notice: Draft["notice"];
  dismissNotice: () => void;
  pending: boolean;
  save: (how?: { confirmed?: number[]; noClassReason?: string }) => Promise<SendResult>;
  discard: () => void;
};

const isEmptySave = (body: SaveBody) => body.entries?.length === 0 && body.noClassReason == null;

export function useMarking(sheet: AttendanceSheet, audience: Audience, path: string, title: string): Marking {
  const userId = useSession().profile?.id ?? 0;
  const stamp = useDraftsVersion();
  const [pending, setPending] = useState(false);
  const lessonId = sheet.lesson.id;
  const rows = sheet.students;
  const noClass = sheet.lesson.noClassReason !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp says that something else is kept now
  const draft = useMemo(() => draftFor(userId, lessonId), [userId, lessonId, stamp]);
  const marks = useMemo(() => rebase(rows, draft?.marks ?? {}), [rows, draft]);
  const entries = useMemo(() => (noClass ? [] : toEntries(rows, marks)), [rows, marks, noClass]);
  const changed = Object.keys(marks).length > 0;
  const unsent = draft?.pendingSave != null;
  useLeaving(userId, lessonId, changed && !unsent);
  const [found] = useState(() => draft !== null && isUnsaved(draft));
  const [touched, setTouched] = useState(false);

  const now = useCallback((): Draft => {
    const known = draftFor(userId, lessonId);
    return known ?? { userId, lessonId, audience, path, title, marks: {}, pendingSave: null, notice: null };
  }, [userId, lessonId, audience, path, title]);

  const differs = draft?.notice?.kind === "stale";
  // The difference itself is shown here: that it waits to be looked at needs no more saying.
  useEffect(() => {
    if (differs) storeDraft({ ...now(), notice: null });
  }, [differs, now]);

  const bodyOf = (next: Marks, confirmed: number[]): SaveBody => ({
    lessonId,
    version: sheet.lesson.version,
    entries: toEntries(rows, next),
    confirmed,
  });

  const bodyLike = ({ confirmed, noClassReason }: SaveBody, next: Marks): SaveBody =>
    noClassReason == null ? bodyOf(next, confirmed ?? []) : { ...bodyOf({}, []), entries: [], noClassReason };

  const set = (change: (marks: Marks) => Marks) => {
    const before = now();
    const next = change(rebase(rows, before.marks));
    const { pendingSave } = before;
    // A pending save is sent with the present marks.
    const again = pendingSave && createPendingSave(bodyLike(pendingSave.body, next), pendingSave, currentTime());
    const nothing = again !== null && isEmptySave(again.body);
    storeDraft({ ...before, marks: next, pendingSave: nothing ? null : again });
    setTouched(true);
  };

  const save: Marking["save"] = async ({ confirmed = [], noClassReason } = {}) => {
    const before = now();
    const body = bodyLike({ ...bodyOf(marks, confirmed), noClassReason: noClassReason ?? null }, marks);
    storeDraft({
      ...before,
      marks,
      pendingSave: createPendingSave({ ...body, confirmed }, before.pendingSave, currentTime()),
      notice: null,
    });
    setPending(true);
    try {
      return await flushDraft(userId, lessonId);
    } finally {
      setPending(false);
    }
  };

  return {
    marks,
    set,
    entries,
    others: conflicts(rows, marks),
    replacing: audience === "academic" ? officeMarksReplaced(rows, entries) : [],
    changed,
    unsent,
    restoredDraft: found && !touched && changed && !unsent,
    notice: draft?.notice ?? null,
    dismissNotice: () => storeDraft({ ...now(), notice: null }),
    pending,
    save,
    discard: () => storeDraft({ ...now(), marks: {}, pendingSave: null, notice: null }),
  };
}

/**
 * Leaving a marked class unsaved loses nothing (D-70): within the console a toast says so, outside the browser
 * confirms.
 */
const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();

function useLeaving(userId: number, lessonId: number, draft: boolean): void {
  useEffect(() => {
    if (!draft) return;
    // No page is left that could show it.
    addEventListener("beforeunload", preventUnload);
    return () => removeEventListener("beforeunload", preventUnload);
  }, [draft]);
  useEffect(
    () => () => {
      const draft = draftFor(userId, lessonId);
      // Without a connection the toast's code may be missing; the header shows the same.
      if (draft && isUnsaved(draft) && isOnline()) showInfo(say("attendance.draft.kept"));
    },
    [userId, lessonId],
  );
}
