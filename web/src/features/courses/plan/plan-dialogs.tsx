/** The dialogs of the plan, one at a time. */
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { RecordHistory } from "@/entities/audit/record-history";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone } from "@/ui/feedback/toast";
import { MoveDialog } from "@/ui/order/move-dialog";
import { type CurriculumMonth, readAgain, STALE, type Topic } from "../course-types";
import { removalWords } from "../removed";
import { findTopic, isEnded } from "./plan-model";
import type { Plan } from "./use-plan";
import { useResetName, useResetOrder } from "./use-resets";

const AddTopic = lazyComponent(async () => (await import("./topic-forms")).AddTopic, ["courses", "form", "order"]);
const RenameTopic = lazyComponent(
  async () => (await import("./topic-forms")).RenameTopic,
  ["courses", "form", "order"],
);
const MonthsDialog = lazyComponent(async () => (await import("./months-dialog")).MonthsDialog, ["courses", "form"]);
const Differences = lazyComponent(async () => (await import("./differences-dialog")).DifferencesDialog, ["courses"]);

export type OpenDialog =
  | { kind: "move" | "rename" | "resetName" | "end" | "history"; topic: Topic }
  | { kind: "resetOrder"; month: CurriculumMonth }
  | { kind: "add"; monthId: number | undefined; afterId: number | null }
  | { kind: "months" | "differences" };

type PlanDialogsProps = { of: Plan; dialog: OpenDialog; onClose: () => void };

export function PlanDialogs({ of, dialog, onClose }: PlanDialogsProps) {
  const { t } = useTranslation();
  const { plan } = of;
  if (dialog.kind === "move")
    return <MoveDialog order={of.order} id={dialog.topic.id} laneLabel={t("courses.month")} onClose={onClose} />;
  // as it is now: another person may have changed it since the dialog opened
  const topic = "topic" in dialog ? (findTopic(plan, dialog.topic.id) ?? dialog.topic) : null;
  if (dialog.kind === "resetName" && topic) return <ResetName topic={topic} onClose={onClose} />;
  if (dialog.kind === "end" && topic) return <EndTopic topic={topic} onClose={onClose} />;
  if (dialog.kind === "history" && topic)
    return (
      <Dialog open size="wide" onClose={onClose} title={t("courses.plan.historyOf", { name: topic.name })}>
        <RecordHistory path="/curriculum/{id}/history" id={topic.id} />
      </Dialog>
    );
  if (dialog.kind === "resetOrder") return <ResetOrder of={of} month={dialog.month} onClose={onClose} />;
  return (
    <Suspense>
      {dialog.kind === "rename" && topic ? <RenameTopic topic={topic} onClose={onClose} /> : null}
      {dialog.kind === "add" ? (
        <AddTopic plan={plan} {...placeOf(dialog, of)} onAdded={of.reveal} onClose={onClose} />
      ) : null}
      {dialog.kind === "months" ? <MonthsDialog plan={plan} onClose={onClose} /> : null}
      {dialog.kind === "differences" ? <Differences of={of} onClose={onClose} /> : null}
    </Suspense>
  );
}

/** Without a month: behind the last topic of the one that is chosen. */
function placeOf({ monthId, afterId }: Extract<OpenDialog, { kind: "add" }>, { plan, month }: Plan) {
  if (monthId !== undefined) return { monthId, afterId };
  const last = plan.months.find(({ id }) => id === month)?.topics.at(-1);
  return { monthId: month, afterId: last?.id ?? null };
}

function ResetName({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const { t } = useTranslation();
  const reset = useResetName();
  const ended = isEnded(topic);
  return (
    <ConfirmDialog
      open
      saves
      onClose={onClose}
      title={t(ended ? "courses.plan.reopenAsk" : "courses.plan.resetNameAsk", { name: topic.name })}
      text={t("courses.plan.resetNameText", { name: topic.schoolName ?? topic.name })}
      confirm={t(ended ? "courses.plan.reopen" : "courses.plan.resetName")}
      onConfirm={() => reset(topic)}
    />
  );
}

function ResetOrder({ of, month, onClose }: { of: Plan; month: CurriculumMonth; onClose: () => void }) {
  const { t } = useTranslation();
  const reset = useResetOrder(of);
  return (
    <ConfirmDialog
      open
      saves
      onClose={onClose}
      title={t("courses.plan.resetOrderAsk", { name: month.name })}
      text={t("courses.plan.resetOrderText")}
      confirm={t("courses.plan.resetOrder")}
      onConfirm={() => reset(month)}
    />
  );
}

function EndTopic({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const { t } = useTranslation();
  const end = useChange("delete", "/curriculum/{id}", {
    invalidates: [...STALE],
    onError: readAgain,
    onDone: (removed) => showDone(removalWords(removed, topic.name, t)),
  });
  const used = topic.school || topic.lessonsHeld > 0 || topic.homework + topic.drafts > 0;
  return (
    <ConfirmDialog
      open
      danger
      saves
      onClose={onClose}
      title={t(used ? "courses.plan.endAsk" : "courses.plan.deleteAsk", { name: topic.name })}
      text={t(used ? "courses.plan.endText" : "courses.plan.deleteText")}
      confirm={t(used ? "courses.plan.end" : "courses.delete")}
      onConfirm={async () =>
        (await end.run({ path: { id: topic.id }, query: { version: topic.version } })) !== undefined
      }
    />
  );
}
