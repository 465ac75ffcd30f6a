/** The header's synchronise button: when it last was, or how far it is; opens its dialog. */

import { RefreshCw } from "lucide-react";
import { Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSyncRequests } from "@/entities/access/start-sync";
import { useZone } from "@/entities/access/use-zone";
import { currentTime } from "@/lib/dates";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { usePhone } from "@/lib/use-phone";
import { cx } from "@/ui/cx";
import { Tooltip } from "@/ui/popover/tooltip";
import { lastSyncLabel } from "./last-sync-label";
import { useAnnouncement, useMayStart, useSyncState } from "./use-sync";

const SyncDialog = lazyComponent(
  async () => (await import("./sync-dialog")).SyncDialog,
  ["lastSync", "synchronisation"],
);

export function SyncButton() {
  const { t } = useTranslation();
  const zone = useZone();
  const phone = usePhone();
  const mayStart = useMayStart();
  const [open, setOpen] = useState(false);
  const [everOpen, setEverOpen] = useState(false);
  const state = useSyncState();
  const close = useCallback(() => setOpen(false), []);
  const show = useCallback(() => {
    setEverOpen(mayStart);
    setOpen(mayStart);
  }, [mayStart]);
  useSyncRequests(show);
  useAnnouncement(state.data?.run, close);

  const { running = false, percent = 0, lastSyncedAt = null } = state.data ?? {};
  const last = lastSyncedAt ? lastSyncLabel(lastSyncedAt, currentTime(), zone, t) : t("lastSync.never");
  const seen = !state.data ? "…" : running ? `${Math.floor(percent)}%` : last;
  const name = running
    ? t("lastSync.buttonRunning", { percent: Math.floor(percent) })
    : t("lastSync.button", { when: last });
  return (
    <>
      <Tooltip text={mayStart ? name : `${t("lastSync.notAllowed")}. ${name}`}>
        <button
          type="button"
          aria-label={name}
          aria-haspopup="dialog"
          aria-disabled={!mayStart || undefined}
          onClick={show}
          className={cx(
            "flex h-[34px] shrink-0 items-center gap-2 rounded border border-line px-2.5 text-xs text-mut",
            "max-sm:size-11 max-sm:justify-center max-sm:border-0 max-sm:px-0",
            mayStart && "hover:border-line-strong hover:text-ink",
          )}
        >
          <RefreshCw
            aria-hidden
            size={phone ? 19 : 15}
            strokeWidth={1.8}
            className={cx(mayStart ? "text-accent-ink" : "text-mut", running && "animate-spin")}
          />
          {phone ? null : <span>{seen}</span>}
        </button>
      </Tooltip>
      {everOpen ? (
        <Suspense>
          <SyncDialog open={open} onClose={close} state={state.data} last={last} />
        </Suspense>
      ) : null}
    </>
  );
}
