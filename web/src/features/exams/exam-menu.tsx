/** Actions on an exam: edit, move the deadline, download the results, delete. */
import { AlarmClock, Download, Pencil, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCan } from "@/entities/access/can";
import { examsOf } from "@/entities/exams/exam-result";
import type { TabProps } from "@/entities/groups/group-tabs";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { RowMenu } from "@/ui/table/row-menu";
import { type ExamCard, editPath, monthsOf, tabPath } from "./exam-paths";
import { useResultsDownload } from "./use-results-download";

const DeadlineDialog = lazyComponent(
  async () => (await import("./form/deadline-dialog")).DeadlineDialog,
  ["exams", "form"],
);
const DeleteExam = lazyComponent(async () => (await import("./delete-exam")).DeleteExam, ["exams"]);

export function ExamMenu({ at, exam }: { at: TabProps; exam: ExamCard }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"deadline" | "delete" | null>(null);
  const edits = useCan(examsOf(at.audience), "update");
  const deletes = useCan(examsOf(at.audience), "delete");
  // work that was handed in is deleted by who may delete exams of all groups alone (D-86)
  const mayConfirm = useCan("all_groups:exam", "delete");
  const { handedIn } = exam.counts;
  const kept = handedIn > 0 && !mayConfirm ? t("exams.deleteRefused", { total: handedIn }) : undefined;
  const download = useResultsDownload(exam.id);
  const fixed = exam.announcedAt ? t("exams.announcedAlready") : undefined;
  const close = () => setOpen(null);
  const actions = [
    ...(edits
      ? [
          { label: t("exams.edit"), icon: Pencil, fixed, run: () => void navigate(editPath(at, exam.id)) },
          {
            label: t("exams.moveDeadline"),
            icon: AlarmClock,
            fixed,
            saves: true as const,
            run: () => setOpen("deadline"),
          },
        ]
      : []),
    { label: t("exams.download"), icon: Download, run: () => void download() },
    ...(deletes
      ? [{ label: t("exams.delete"), icon: Trash2, fixed: kept, saves: true as const, run: () => setOpen("delete") }]
      : []),
  ];
  return (
    <>
      <RowMenu name={monthsOf(exam)} actions={actions} />
      <Suspense>
        {open === "deadline" ? <DeadlineDialog exam={exam} onClose={close} /> : null}
        {open === "delete" ? (
          <DeleteExam exam={exam} onClose={close} onDeleted={() => void navigate(tabPath(at), { replace: true })} />
        ) : null}
      </Suspense>
    </>
  );
}
