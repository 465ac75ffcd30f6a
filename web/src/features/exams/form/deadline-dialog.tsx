/** A new deadline in the future, until the announcement (R2-375). */
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { useZone } from "@/entities/access/use-zone";
import { formatDateTime } from "@/lib/dates";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone, showError } from "@/ui/feedback/toast";
import { Form, SubmitButton } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { type ExamCard, STALE } from "../exam-paths";
import { DateTimeFields, dateTimeProblems, instantOf, writtenOf } from "./date-time-fields";

export function DeadlineDialog({ exam, onClose }: { exam: ExamCard; onClose: () => void }) {
  const { t } = useTranslation();
  const zone = useZone();
  const move = useChange("patch", "/exams/{id}/deadline", {
    invalidates: [...STALE],
    quiet: true,
    onForbidden: showError,
    onError: showError,
    onDone: () => showDone(t("exams.deadlineMoved")),
  });
  const form = useForm({
    start: writtenOf("end", exam.deadline, zone),
    check: (values) => dateTimeProblems("end", values, t),
    saving: move,
    send: (values) =>
      move.run({ path: { id: exam.id }, body: { version: exam.version, deadline: instantOf("end", values, zone) } }),
    onSaved: onClose,
  });
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t("exams.moveDeadline")}
      text={t("exams.deadlineNow", { when: formatDateTime(exam.deadline, zone) })}
    >
      <Form of={form} label={t("exams.moveDeadline")}>
        <DateTimeFields name="end" label={t("exams.deadline")} />
        <div className="flex justify-end">
          <SubmitButton>{t("kit.save")}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
