/** Recomputation of a period by the present rules: planned, shown by student, and committed as shown (D-93). */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { Can } from "@/entities/access/can";
import { useLanguage } from "@/i18n/use-language";
import { dateProblem, formatDate, parseDate } from "@/lib/dates";
import { formatCount } from "@/lib/format/numbers";
import { isRecordId } from "@/lib/record-id";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Card, Page } from "@/ui/display/page";
import { StatusTag, type Tone } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { ProgressBar } from "@/ui/feedback/progress";
import { showError } from "@/ui/feedback/toast";
import { DateField } from "@/ui/form/date-field";
import { Form, SubmitButton } from "@/ui/form/form";
import { toastUnlessInline } from "@/ui/form/toast-unless-inline";
import { useForm } from "@/ui/form/use-form";
import { type Recomputation, RecomputeRows } from "./recompute-rows";

const POLL_MS = 1000;
const TONES: Record<Recomputation["state"], Tone> = {
  planning: "info",
  planned: "warn",
  committing: "info",
  done: "good",
  refused: "bad",
};

export function RecomputeScreen() {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const id = address.get("id") ?? "";
  return (
    <Page title={t("recompute.title")} note={t("recompute.about")} narrow>
      <div className="grid gap-4">
        <Can permission="gamification:method_actions" action="update">
          <Card title={t("recompute.period")}>
            <PeriodForm onPlanned={(planned) => setAddress({ id: String(planned) })} />
          </Card>
        </Can>
        {isRecordId(id) ? <Plan key={id} id={Number(id)} /> : null}
      </div>
    </Page>
  );
}

interface PeriodFormValues {
  /** DD.MM.YYYY */
  fromDate: string;
  toDate: string;
}

function PeriodForm({ onPlanned }: { onPlanned: (id: number) => void }) {
  const { t } = useTranslation();
  const saving = useChange("post", "/student-awards/recompute/preview", {
    invalidates: [],
    quiet: true,
    onDone: ({ recomputation }) => onPlanned(recomputation.id),
    onForbidden: showError,
    onError: toastUnlessInline(["fromDate", "toDate"]),
  });
  const wrong = (day: string) => {
    const problem = dateProblem(day);
    if (!day.trim()) return t("form.required");
    return problem ? t(`form.day.${problem}`) : undefined;
  };
  const form = useForm<PeriodFormValues>({
    start: { fromDate: "", toDate: "" },
    draft: "recompute",
    saving,
    check: ({ fromDate, toDate }) => ({ fromDate: wrong(fromDate), toDate: wrong(toDate) }),
    send: ({ fromDate, toDate }) =>
      saving.run({ body: { fromDate: parseDate(fromDate) ?? "", toDate: parseDate(toDate) ?? "" } }),
  });
  return (
    <Form of={form} label={t("recompute.period")}>
      <div className="grid gap-3 sm:grid-cols-2">
        <DateField name="fromDate" label={t("recompute.from")} required />
        <DateField name="toDate" label={t("recompute.to")} required />
      </div>
      <div>
        <SubmitButton>{t("recompute.preview")}</SubmitButton>
      </div>
    </Form>
  );
}

function Plan({ id }: { id: number }) {
  const read = useRead(
    "/student-awards/recompute/{id}",
    { path: { id } },
    { refetchInterval: (data) => (data && isRunning(data.recomputation) ? POLL_MS : false) },
  );
  return <Loaded of={read}>{({ recomputation }) => <PlanCard plan={recomputation} />}</Loaded>;
}

const isRunning = ({ state, failed }: Recomputation) => (state === "planning" || state === "committing") && !failed;

function PlanCard({ plan }: { plan: Recomputation }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [asks, setAsks] = useState(false);
  const committing = useChange("post", "/student-awards/recompute/{id}/commit", {
    invalidates: ["/student-awards/recompute/{id}"],
    onError: showError,
  });
  const number = (value: number) => formatCount(value, language);
  const sums = { awards: number(plan.awards), students: number(plan.students), xp: number(plan.xp) };
  return (
    <Card
      title={`${formatDate(plan.fromDate)} – ${formatDate(plan.toDate)}`}
      actions={
        <StatusTag tone={plan.failed ? "bad" : TONES[plan.state]}>
          {plan.failed ? t("recompute.failed") : t(`recompute.states.${plan.state}`)}
        </StatusTag>
      }
    >
      <div className="grid gap-4">
        {isRunning(plan) ? <ProgressBar percent={null} label={t("recompute.states.planning")} /> : null}
        {plan.state === "planning" ? null : (
          <p className="text-base">
            {plan.students === 0
              ? t("recompute.nothing")
              : t("recompute.sums", { ...sums, silver: number(plan.silver) })}
          </p>
        )}
        {plan.state === "refused" ? <p role="alert">{t("recompute.refused")}</p> : null}
        {plan.state === "planned" && plan.students > 0 ? (
          <Can permission="gamification:method_actions" action="update">
            <div>
              <Button onClick={() => setAsks(true)}>{t("recompute.commit")}</Button>
            </div>
          </Can>
        ) : null}
        {plan.students > 0 ? <RecomputeRows id={plan.id} /> : null}
      </div>
      <ConfirmDialog
        open={asks}
        title={t("recompute.commit")}
        text={t("recompute.commitText", sums)}
        confirm={t("recompute.commit")}
        saves
        onConfirm={() => committing.run({ path: { id: plan.id }, body: { version: plan.version } })}
        onClose={() => setAsks(false)}
      />
    </Card>
  );
}
