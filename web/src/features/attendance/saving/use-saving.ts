/** Saves the class and reports the result. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate } from "@/api/cache";
import { NoAnswer } from "@/api/errors";
import { withNamespaces } from "@/lib/lazy/lazy-component";
import { showDone, showError, showInfo, showWarning } from "@/ui/feedback/toast";
import { namesOfAuthors } from "../attendance-sheet/row-parts";
import { type RejectedMark, SHEET_PATHS } from "../state/api-types";
import { conflicts, countStored } from "../state/sheet-state";
import { cachedSheet } from "./cached-sheet";
import type { SendResult } from "./flush-draft";
import type { Marking } from "./use-marking";

export function useSaving(marking: Marking, lessonId: number, follow: (pushId: number | null) => void) {
  const { t } = useTranslation();
  useFetchedAhead();
  const [confirming, setAsks] = useState(false);
  const [leftOut, setLeftOut] = useState<RejectedMark[]>([]);

  const report = async (sent: SendResult, cancels: boolean) => {
    if (sent.outcome === "done") {
      setLeftOut(sent.answer.refused);
      follow(sent.answer.pushId);
      const left = sent.answer.refused.length;
      if (left > 0) showWarning(t("attendance.leftOut", { count: left }));
      else if (sent.answer.lateSheetId === null) sayDone(cancels);
    } else if (sent.outcome === "gone") {
      // Another tab sent the save: the result is the same for the person who pressed the button.
      await invalidate(SHEET_PATHS.admin, SHEET_PATHS.academic);
      if (sent.notice === null) sayDone(cancels);
    } else if (sent.outcome === "stale") {
      const differing = conflicts(cachedSheet(lessonId)?.students ?? [], marking.marks);
      showInfo(t("attendance.others.came", { who: namesOfAuthors(differing, t) }));
    }
    // Without a connection no toast: its code could not be fetched. The page shows that the save is queued.
    else if (sent.outcome !== "later" || !(sent.error instanceof NoAnswer)) showError(sent.error);
  };
  /** By the sheet after the save: others may have marked students too. A cancelled lesson has nobody to mark. */
  const sayDone = (cancels: boolean) => {
    const { all, marked } = countStored(cancels ? [] : (cachedSheet(lessonId)?.students ?? []));
    if (marked < all) showWarning(t("attendance.savedPartly", { count: all - marked }));
    else showDone(t("attendance.saved"));
  };
  const send = async (how?: Parameters<Marking["save"]>[0]) => {
    setLeftOut([]);
    await report(await marking.save(how), how?.noClassReason !== undefined);
  };

  return {
    /** Starts a save; office marks are confirmed before they are replaced (D-47). */
    save: () => {
      if (marking.pending || marking.entries.length === 0) return;
      if (marking.replacing.length > 0) setAsks(true);
      else void send();
    },
    confirming,
    cancelReplace: () => setAsks(false),
    replace: () => {
      setAsks(false);
      void send({ confirmed: marking.replacing.map((row) => row.studentId) });
    },
    cancelLesson: (reason: string) => void send({ noClassReason: reason }),
    leftOut,
    dismissLeftOut: () => {
      setLeftOut([]);
      if (marking.notice) marking.dismissNotice();
    },
  };
}

/** The code that marking without a connection needs, fetched while there is one (D-70). */
const PARTS = [
  // The offline queue in the header.
  () => withNamespaces(() => import("./offline-queue-menu"), ["attendance"]),
  // The confirmation before leaving, replacing an office mark, or cancelling a lesson.
  () => import("@/ui/dialog/confirm-dialog-content"),
];

function useFetchedAhead(): void {
  useEffect(() => {
    void Promise.allSettled(PARTS.map((fetch) => fetch()));
  }, []);
}
