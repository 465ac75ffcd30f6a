/** The synchronisation as the header knows it: when it last was, how far a running one is, how to start one. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { cache, invalidate } from "@/api/cache";
import { ApiError } from "@/api/errors";
import type { SyncRunCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { START_SYNC } from "@/entities/access/permissions";
import { useLive } from "@/lib/live/use-live";
import { showDone, showError, showInfo } from "@/ui/feedback/toast";
import { resetLists } from "@/ui/list/reset-lists";
import { callOf, isUnderWay } from "./sync-kinds";
import { trackRun, useTrackedRun } from "./tracked-run";

export const PROGRESS_EVERY_MS = 1_000;
export const QUEUE_EVERY_MS = 6_000;
const REST_EVERY_MS = 60_000;

/** A run is in progress (part 1 §8). */
export const SYNC_IN_PROGRESS = 245;
export const IN_PROGRESS_NOTICE_MS = 10_000;

export function useMayStart(): boolean {
  return useCan(START_SYNC.permission, START_SYNC.action);
}

export function useSyncState() {
  const call = useTrackedRun()?.call ?? "all";
  const pace = useLive("sync", ["/synchronization/{x}"]);
  return useRead(
    "/synchronization/{x}",
    { path: { x: call } },
    { keepPreviousData: true, refetchInterval: (state) => pace(state?.running ? PROGRESS_EVERY_MS : REST_EVERY_MS) },
  );
}

/** Starts a run; `onBusy` is called while another one is active. */
export function useStart(onBusy: () => void) {
  const { t } = useTranslation();
  const starting = useChange("put", "/synchronization/{x}", {
    quiet: true,
    onForbidden: showError,
    onError: (error) => {
      const known = error instanceof ApiError ? error : null;
      if (known?.errId === SYNC_IN_PROGRESS) {
        onBusy();
        showInfo(t("errors.syncRunning"), IN_PROGRESS_NOTICE_MS);
        void invalidate("/synchronization/{x}");
      } else showError(error);
    },
  });
  const start = async (kind: Parameters<typeof callOf>[0], full = false) => {
    const call = callOf(kind);
    const started = await starting.run({ path: { x: call }, ...(full ? { query: { full } } : {}) });
    if (!started) return;
    trackRun({ call, id: started.run.id });
    await invalidate("/synchronization/{x}", "/synchronization/runs");
  };
  return { start, pending: starting.pending };
}

/** Follows the running run; at its end it shows a toast and invalidates every read. */
export function useAnnouncement(run: SyncRunCard | null | undefined, onEnd: () => void): void {
  const { t } = useTranslation();
  const followed = useTrackedRun();
  useEffect(() => {
    if (!run) return;
    if (isUnderWay(run.status)) {
      if (!followed) trackRun({ call: callOf(run.type), id: run.id });
      return;
    }
    if (followed?.id !== run.id) return;
    trackRun(null);
    onEnd();
    if (run.status === "done") showDone(t("lastSync.done"));
    else if (run.status === "done_with_messages") showInfo(t("lastSync.doneWithMessages"));
    else showError(failureOf(run, t("lastSync.failed")));
    void cache.invalidateQueries();
    resetLists("groups", "my-groups");
  }, [run, followed, onEnd, t]);
}

function failureOf(run: SyncRunCard, message: string): ApiError {
  return new ApiError({ message: run.message ?? message, status: 0, ...(run.reason ? { code: run.reason } : {}) });
}
