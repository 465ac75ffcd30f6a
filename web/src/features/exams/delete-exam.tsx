/** Deleting an exam; names the work of students that is lost (D-86). */
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { showDone } from "@/ui/feedback/toast";
import { type ExamCard, monthsOf } from "./exam-paths";

type DeleteExamProps = { exam: ExamCard; onClose: () => void; onDeleted: () => void };

export function DeleteExam({ exam, onClose, onDeleted }: DeleteExamProps) {
  const { t } = useTranslation();
  const { handedIn } = exam.counts;
  const remove = useChange("delete", "/exams/{id}", {
    // the page of the exam is left: reading it again would find nothing
    invalidates: ["/groups/{id}/exams"],
    onDone: () => {
      showDone(t("exams.deleted"));
      onDeleted();
    },
  });
  const confirm = async () => {
    const query = { version: exam.version, confirmed: handedIn > 0 };
    return (await remove.run({ path: { id: exam.id }, query })) !== undefined;
  };
  return (
    <ConfirmDialog
      open
      danger
      saves
      onClose={onClose}
      title={t("exams.deleteAsk", { name: monthsOf(exam) })}
      text={handedIn > 0 ? t("exams.deleteLoses", { total: handedIn }) : t("exams.deleteNothing")}
      confirm={t("exams.delete")}
      onConfirm={confirm}
    />
  );
}
