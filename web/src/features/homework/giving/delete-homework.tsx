/** Deleting a homework; names the work of students that is lost (R2-006). */
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { showDone } from "@/ui/feedback/toast";
import { type ChangedHomework, type GroupAddress, onePath, STALE } from "../homework-paths";

type DeleteHomeworkProps = {
  at: GroupAddress;
  homework: ChangedHomework;
  name: string;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
};

export function DeleteHomework({ at, homework, name, onClose, onDeleted }: DeleteHomeworkProps) {
  const { t } = useTranslation();
  const remove = useChange("delete", onePath(at.audience), {
    invalidates: onDeleted ? ["/groups/for-admin/{id}/homework", "/groups/for-academic/{id}/homework"] : [...STALE],
    onDone: () => {
      showDone(t("homework.deleted"));
      onDeleted?.();
    },
  });
  const confirm = async () => {
    const query = { version: homework.version, confirmed: homework.handedIn > 0 };
    return (await remove.run({ path: { id: homework.id }, query })) !== undefined;
  };
  return (
    <ConfirmDialog
      open
      danger
      saves
      onClose={onClose}
      title={t("homework.deleteAsk", { name })}
      text={
        homework.handedIn > 0 ? t("homework.deleteLoses", { total: homework.handedIn }) : t("homework.deleteNothing")
      }
      confirm={t("homework.delete")}
      onConfirm={confirm}
    />
  );
}
