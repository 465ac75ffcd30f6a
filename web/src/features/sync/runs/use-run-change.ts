/** Actions on a finished run: approve a stopped one, revert one. Each starts a new run. */
import { useTranslation } from "react-i18next";
import { invalidate } from "@/api/cache";
import { ApiError } from "@/api/errors";
import type { SyncRunCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { showDone, showError, showInfo } from "@/ui/feedback/toast";
import { callOf } from "../sync-kinds";
import { trackRun } from "../tracked-run";
import { IN_PROGRESS_NOTICE_MS, SYNC_IN_PROGRESS } from "../use-sync";
import { useShowRun } from "./run-link";

const PATHS = {
  approve: "/synchronization/runs/{id}/approve",
  revert: "/synchronization/runs/{id}/revert",
} as const;
const READS = ["/synchronization/{x}", "/synchronization/runs", "/synchronization/runs/{id}"] as const;

function useBegun(done: string) {
  const { t } = useTranslation();
  const showRun = useShowRun();
  return {
    quiet: true,
    onForbidden: showError,
    onDone: ({ run }: { run: SyncRunCard }) => {
      showDone(done);
      trackRun({ call: callOf(run.type), id: run.id });
      void invalidate(...READS);
      showRun(run.id);
    },
    onError: (error: unknown) => {
      const busy = error instanceof ApiError && error.errId === SYNC_IN_PROGRESS;
      if (busy) showInfo(t("errors.syncRunning"), IN_PROGRESS_NOTICE_MS);
      else showError(error);
      void invalidate(...READS);
    },
  };
}

export function useApprove(id: number) {
  const { t } = useTranslation();
  const change = useChange("put", PATHS.approve, useBegun(t("synchronisation.approve.done")));
  return (comment: string) => change.run({ path: { id }, body: { comment } });
}

export function useRevert(id: number) {
  const { t } = useTranslation();
  const change = useChange("put", PATHS.revert, useBegun(t("synchronisation.revert.done")));
  return () => change.run({ path: { id } });
}
