/** Blocks and unblocks all selected students. */
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { ReasonDialog } from "@/ui/dialog/reason-dialog";
import { type BulkDialogProps, STALE_AFTER_BULK, toSelectionRequest } from "./bulk-operation";
import { useBulkStarted } from "./use-bulk-started";

const REASON_MAX = 500;

export function BulkBlockDialog({ chosen, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const started = useBulkStarted(chosen);
  const blocking = useChange("post", "/students/bulk/block", {
    invalidates: [...STALE_AFTER_BULK],
    onDone: (act) => started(act, t("many.blocked", { count: act.done }), true),
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
      maxLength={REASON_MAX}
      confirm={t("many.blockNow", { count: chosen.total })}
      onConfirm={async (reason) => (await blocking.run({ query, body: { ...body, reason } })) !== undefined}
    />
  );
}

export function BulkUnblockDialog({ chosen, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const started = useBulkStarted(chosen);
  const unblocking = useChange("post", "/students/bulk/unblock", {
    invalidates: [...STALE_AFTER_BULK],
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
