/** Dialogs that stop a student in a group, with an optional reason, or continue (R1-210, R1-373, R1-374). */
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { readAgainAfterConflict } from "@/api/read-again";
import { useChange } from "@/api/use-change";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { REASON_MAX } from "@/ui/dialog/reason-max";
import { showDone } from "@/ui/feedback/toast";
import { ENROLMENT_READS, type Period } from "./periods";

export type PeriodDialogProps = { name: string; period: Period; onClose: () => void };

const again = (error: unknown) => readAgainAfterConflict(error, ENROLMENT_READS);
const known = ({ studentGroupId, version }: Period) => ({ studentGroupId, version });

export function StopEnrolmentDialog({ name, period, onClose }: PeriodDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const [reason, setReason] = useState("");
  const stopping = useChange("put", "/student-groups/stop", { invalidates: [...ENROLMENT_READS], onError: again });
  const group = period.groupName;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t("student.stopTitle", { name, group })}
      text={t("student.stopText")}
      confirm={t("student.stopIt")}
      danger
      saves
      onConfirm={async () => {
        if (!(await stopping.run({ body: { ...known(period), action: 1, reason: reason.trim() } }))) return false;
        showDone(t("student.stopped", { group }));
        return true;
      }}
    >
      <label htmlFor={id} className="mb-1.5 block text-sm font-[550] text-ink">
        {t("student.blockLabel")}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        className="field h-auto min-h-16 resize-y py-2"
      />
    </ConfirmDialog>
  );
}

export function ContinueEnrolmentDialog({ name, period, onClose }: PeriodDialogProps) {
  const { t } = useTranslation();
  const going = useChange("put", "/student-groups/continue", { invalidates: [...ENROLMENT_READS], onError: again });
  const group = period.groupName;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t("student.goOnTitle", { name, group })}
      text={t("student.goOnText")}
      confirm={t("student.goOn")}
      saves
      onConfirm={async () => {
        if (!(await going.run({ body: { ...known(period), action: 2 } }))) return false;
        showDone(t("student.goneOn", { group }));
        return true;
      }}
    />
  );
}
