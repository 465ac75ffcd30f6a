/** Another control action for a student in a group (R1-041, R1-201, R1-202, R1-203, R1-204). */
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { invalidate } from "@/api/cache";
import { ApiError } from "@/api/errors";
import type { ControlAction } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { formatDate, parseDate } from "@/lib/dates";
import { Button } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { Loaded } from "@/ui/feedback/loaded";
import { showDone, showError } from "@/ui/feedback/toast";
import { SelectField } from "@/ui/form/choice-fields";
import { DateField } from "@/ui/form/date-field";
import { Form } from "@/ui/form/form";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import { startProblem } from "./period-rules";
import { ENROLMENT_READS, type Period } from "./periods";

type ChangeStatusProps = { period: Period; onClose: () => void };

export function ChangeStatusDialog({ period, onClose }: ChangeStatusProps) {
  const { t } = useTranslation();
  const read = useRead("/student-groups/form-options");
  return (
    <Dialog open size="small" onClose={onClose} title={t("student.changeStatusOf", { group: period.groupName })}>
      <Loaded of={read}>
        {({ controlActions }) => <StatusForm period={period} actions={controlActions} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

type StatusFormProps = ChangeStatusProps & { actions: readonly ControlAction[] };

function StatusForm({ period, actions, onClose }: StatusFormProps) {
  const { t } = useTranslation();
  const asksForStart = (id: string) => actions.find((one) => String(one.id) === id)?.countsInStatistics === false;
  const saving = useChange("put", "/student-groups/change-status", {
    invalidates: [...ENROLMENT_READS],
    quiet: true,
    onForbidden: showError,
    onError: (error) => {
      if (error instanceof ApiError && error.code === "SHARED_STALE") void invalidate(...ENROLMENT_READS);
      toastUnlessInline(["controlActionId", "startDate"])(error);
    },
  });
  const form = useForm({
    start: { controlActionId: String(period.actionId), startDate: "" },
    saving,
    check: ({ controlActionId, startDate }) => {
      const problem = asksForStart(controlActionId) ? startProblem(startDate, period) : null;
      return {
        controlActionId: controlActionId ? undefined : t("form.required"),
        startDate: problem ? t(`student.${problem}`) : undefined,
      };
    },
    send: ({ controlActionId, startDate }) =>
      saving.run({
        body: {
          studentGroupId: period.studentGroupId,
          version: period.version,
          controlActionId: Number(controlActionId),
          startDate: asksForStart(controlActionId) ? parseDate(startDate) : null,
        },
      }),
    onSaved: () => {
      showDone(t("student.statusChanged"));
      onClose();
    },
  });
  const chosen = useWatch({ control: form.fields.control, name: "controlActionId" });
  const [from, to] = [formatDate(period.groupStartedDate), formatDate(period.groupEndedDate)];
  const same = chosen === String(period.actionId);
  return (
    <Form of={form} label={t("student.changeStatus")}>
      <SelectField
        name="controlActionId"
        label={t("student.newStatus")}
        options={actions.map((one) => ({ value: String(one.id), label: one.displayName }))}
        help={same ? t("student.statusSame") : undefined}
        required
      />
      {asksForStart(chosen) && !same ? (
        <DateField
          name="startDate"
          label={t("student.startDate")}
          help={from || to ? t("student.startRange", { from: from || "…", to: to || "…" }) : undefined}
          min={period.groupStartedDate ?? undefined}
          max={period.groupEndedDate ?? undefined}
          required
        />
      ) : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t("kit.cancel")}</Button>
        <Button
          type="submit"
          look="main"
          saves
          pending={form.pending}
          fixed={same ? t("student.statusSame") : undefined}
        >
          {t("kit.save")}
        </Button>
      </div>
    </Form>
  );
}
