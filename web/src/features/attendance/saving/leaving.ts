/** A marked class that is left unsaved loses nothing (D-70): inside the console that is said, outside the browser asks. */
import { useEffect } from "react";
import { say } from "@/i18n/texts";
import { isOnline } from "@/lib/online";
import { showInfo } from "@/ui/feedback/toast";
import { isDraft, keptFor } from "./kept-marks";

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

export function useLeaving(userId: number, lessonId: number, draft: boolean): void {
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
