/** Push of the marks to the school: polled until each has an answer, with a retry where it may help (D-26). */
import { useEffect, useRef, useState } from "react";
import { invalidate } from "@/api/cache";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { say } from "@/i18n/texts";
import { showWarning } from "@/ui/feedback/toast";
import { type AttendanceSheet, type RejectedPush, SHEET_PATHS } from "./api-types";

const EACH_MS = 1_000;
const PATIENT_AFTER_MS = 15_000;
const LATER_MS = 5_000;

/**
 * Students whose mark the school rejected or never answered: by the last push, where it is newer than the sheet, and by
 * the sheet for everybody else.
 */
export function rejectedPushes(sheet: AttendanceSheet, pushes: readonly RejectedPush[] = []): RejectedPush[] {
  const last = new Map(pushes.map((one) => [one.studentId, one]));
  return sheet.students.flatMap(({ studentId, fullName, push }) => {
    const value = push?.state === "saved" ? undefined : last.get(studentId);
    if (value) return [value];
    if (push?.state !== "failed" && push?.state !== "unknown") return [];
    return [{ studentId, fullName, code: push.code, message: push.message, retryable: push.retryable }];
  });
}

export const isQueued = (sheet: AttendanceSheet | undefined): boolean =>
  sheet?.students.some((row) => row.push?.state === "queued") ?? false;

export function usePush(sheet: AttendanceSheet) {
  const [pushId, setPushId] = useState<number | null>(null);
  const since = useRef(0);
  const follow = (id: number | null) => {
    since.current = Date.now();
    setPushId(id);
  };
  const { data } = useRead(
    "/attendance/pushes/{id}",
    { path: { id: pushId ?? 0 } },
    {
      enabled: pushId !== null,
      refetchInterval: (push) => {
        if (push?.state === "done") return false;
        return Date.now() - since.current < PATIENT_AFTER_MS ? EACH_MS : LATER_MS;
      },
    },
  );
  const done = data?.state === "done" && data.pushId === pushId;
  const count = done ? data.refused.length : 0;
  useEffect(() => {
    if (done) void invalidate(SHEET_PATHS.admin, SHEET_PATHS.academic);
    // The list of them may be far from where the class was saved.
    if (count > 0) showWarning(say("attendance.push.refused", { count }));
  }, [done, count]);
  const retrying = useChange("post", "/attendance/pushes/retry", { onDone: (push) => follow(push.pushId) });
  const refused = rejectedPushes(sheet, done ? data.refused : []);
  return {
    follow,
    refused,
    /** Some marks are still in transit to the school. */
    under: pushId === null ? isQueued(sheet) : !done,
    retrying: retrying.pending,
    retry: () =>
      retrying.run({
        body: {
          lessonId: sheet.lesson.id,
          studentIds: refused.filter((one) => one.retryable).map((one) => one.studentId),
        },
      }),
  };
}
