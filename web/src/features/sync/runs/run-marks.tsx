/** Marks of a run beside its kind: full, approved, reverting another, or reverted. */
import { useTranslation } from "react-i18next";
import type { SyncRunCard, SyncRunRow } from "@/api/types";
import { useZone } from "@/entities/access/use-zone";
import { formatDateTime } from "@/lib/dates";
import { StatusTag } from "@/ui/display/status-tag";
import { RunLink } from "./run-link";

/** Beside the kind in a list: only unusual states. */
export function RunMarks({ run }: { run: SyncRunRow }) {
  const { t } = useTranslation();
  return (
    <>
      {run.full ? <StatusTag tone="quiet">{t("synchronisation.full")}</StatusTag> : null}
      {run.approves ? <StatusTag tone="info">{t("synchronisation.approvalOf", { id: run.approves })}</StatusTag> : null}
      {run.reverts ? <StatusTag tone="info">{t("synchronisation.revertOf", { id: run.reverts })}</StatusTag> : null}
      {run.revertedAt ? <StatusTag tone="warn">{t("synchronisation.reverted")}</StatusTag> : null}
    </>
  );
}

/** In the side panel: who started it, and the related runs. */
export function RunStory({ run }: { run: SyncRunCard }) {
  const { t } = useTranslation();
  const zone = useZone();
  const by = run.revertedBy?.name ?? t("synchronisation.automatic");
  const lines = [
    { label: t("synchronisation.approvalFor"), id: run.approves },
    { label: t("synchronisation.revertFor"), id: run.reverts },
    { label: t("synchronisation.approvedIn"), id: run.approvedIn },
    { label: t("synchronisation.revertedIn"), id: run.revertedIn },
  ].filter((line) => line.id !== null);
  if (lines.length === 0 && !run.full && !run.allowedBy && !run.revertedAt) return null;
  return (
    <div className="grid gap-1 text-sm text-ink-soft">
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        <RunMarks run={run} />
      </div>
      {run.allowedBy ? <p>{t("synchronisation.allowedBy", { name: run.allowedBy.name })}</p> : null}
      {run.comment ? (
        <p className="[overflow-wrap:anywhere]">{t("synchronisation.comment", { comment: run.comment })}</p>
      ) : null}
      {run.revertedAt ? (
        <p>{t("synchronisation.revertedBy", { name: by, when: formatDateTime(run.revertedAt, zone) })}</p>
      ) : null}
      {lines.map(({ label, id }) => (
        <p key={label} className="flex flex-wrap items-center gap-x-1">
          {label}:<RunLink id={id ?? 0} />
        </p>
      ))}
    </div>
  );
}
