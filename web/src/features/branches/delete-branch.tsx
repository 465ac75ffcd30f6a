/** Asks before a branch goes; without a chosen one it says so (R1-130, R1-131). */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Office } from "@/api/types";
import { useChange } from "@/api/use-change";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { showDone, showInfo } from "@/ui/feedback/toast";

interface DeleteBranchProps {
  /** undefined: nobody asked; null: asked without a branch. */
  office: Office | null | undefined;
  onClose: () => void;
}

export function DeleteBranch({ office, onClose }: DeleteBranchProps) {
  const { t } = useTranslation();
  const deleting = useChange("delete", "/offices/{id}", {
    invalidates: ["/offices", "/offices/hh"],
    onDone: () => showDone(t("branches.deleted")),
  });
  useEffect(() => {
    if (office !== null) return;
    showInfo(t("branches.nothingChosen"));
    onClose();
  }, [office, onClose, t]);
  return (
    <ConfirmDialog
      open={Boolean(office)}
      title={t("branches.deleteTitle", { name: office?.name ?? "" })}
      text={t("branches.deleteText")}
      confirm={t("branches.deleteConfirm")}
      danger
      saves
      onConfirm={() => office && deleting.run({ path: { id: office.id } })}
      onClose={onClose}
    />
  );
}
