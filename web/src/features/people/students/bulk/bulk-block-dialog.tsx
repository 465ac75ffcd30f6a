/** Blocks and unblocks all selected students. */
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { STALE_AFTER_BULK, toSelectionRequest } from "@/entities/people/bulk/bulk-operation";
import { useBulkStarted } from "@/entities/people/bulk/use-bulk-started";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { ReasonDialog } from "@/ui/dialog/reason-dialog";
import type { BulkDialogProps } from "./bulk-operation";

export function BulkBlockDialog({ chosen, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const started = useBulkStarted(chosen);
  const blocking = useChange("post", "/students/bulk/block", {
    invalidates: [...STALE_AFTER_BULK.student],
    onDone: (act) => started(act, t("many.blocked", { count: act.done }), (count) => t("many.undone", { count })),
  });
  const { query, body } = toSelectionRequest(chosen);
  return (
    <ReasonDialog
      open
      danger
      saves
      onClose={onClose}
      title={t("many.blockTitle", { count: chosen.total })}
      text={t("many.blockText")}
      label={t("many.reason")}
      confirm={t("many.blockNow", { count: chosen.total })}
      onConfirm={async (reason) => (await blocking.run({ query, body: { ...body, reason } })) !== undefined}
    />
  );
}

export function BulkUnblockDialog({ chosen, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const started = useBulkStarted(chosen);
  const unblocking = useChange("post", "/students/bulk/unblock", {
    invalidates: [...STALE_AFTER_BULK.student],
    onDone: (act) => started(act, t("many.unblocked", { count: act.done })),
  });
  return (
    <ConfirmDialog
      open
      saves
      onClose={onClose}
      title={t("many.unblockTitle", { count: chosen.total })}
      text={t("many.unblockText")}
      confirm={t("many.unblockNow", { count: chosen.total })}
      onConfirm={async () => (await unblocking.run(toSelectionRequest(chosen))) !== undefined}
    />
  );
}
