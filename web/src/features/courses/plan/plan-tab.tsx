/** The curriculum of a course: months, topics in order, and the topic beside them (R2-207, R2-208, R2-466). */
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { useCentreCan } from "@/entities/access/centre";
import { useLive } from "@/lib/live/use-live";
import { narrowerThan } from "@/lib/use-phone";
import { Button } from "@/ui/controls/button";
import { SidePanel } from "@/ui/dialog/side-panel";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyState } from "@/ui/feedback/states";
import { OrderBoard } from "@/ui/order/order-board";
import { OrderKeys, OrderLine } from "@/ui/order/order-line";
import { type CourseCard, type Curriculum, MONTHS } from "../course-types";
import { MonthLane } from "./month-lane";
import { MonthStrip } from "./month-strip";
import { type OpenDialog, PlanDialogs } from "./plan-dialogs";
import { PlanFilters } from "./plan-filters";
import { PlanPaper } from "./plan-paper";
import { topicGrid } from "./topic-facts";
import { TopicPanel } from "./topic-panel";
import { TOPICS } from "./topic-row";
import { planQuery, usePlan } from "./use-plan";

/** Below it the topic opens over the plan. */
const useNarrow = narrowerThan(1099);

type PlanTabProps = { course: CourseCard; dialog: OpenDialog | null; onDialog: (dialog: OpenDialog | null) => void };

export function PlanTab({ course, dialog, onDialog }: PlanTabProps) {
  useLive("curriculum", ["/curriculum", "/courses/{id}", "/curriculum/{id}"]);
  const read = useRead("/curriculum", planQuery(course.id));
  return (
    <Loaded of={read}>{(plan) => <Plan course={course} data={plan} dialog={dialog} onDialog={onDialog} />}</Loaded>
  );
}

function Plan({ course, data, dialog, onDialog }: PlanTabProps & { data: Curriculum }) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const mayPlan = useCentreCan(MONTHS, "update");
  const of = usePlan(course, data);
  const close = () => of.openTopic(null);
  const panel = of.topicId === null ? null : <TopicPanel id={of.topicId} onDialog={onDialog} onClose={close} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_340px] items-start gap-4 max-lg:grid-cols-1">
      <OrderBoard orders={{ [TOPICS]: of.order }}>
        <div className="card min-w-0 overflow-clip">
          <MonthStrip of={of} />
          <PlanFilters of={of} onMonths={() => onDialog({ kind: "months" })} />
          <Heads />
          {of.plan.months.length === 0 ? (
            <EmptyState
              title={t("courses.plan.noMonths")}
              text={t("courses.plan.noMonthsText")}
              action={
                mayPlan ? (
                  <Button look="main" saves onClick={() => onDialog({ kind: "months" })}>
                    {t("courses.plan.editMonths")}
                  </Button>
                ) : undefined
              }
            />
          ) : null}
          {of.plan.months.map((month) => (
            <MonthLane key={month.id} of={of} month={month} covered={dialog !== null} onDialog={onDialog} />
          ))}
          {of.filtered && of.order.lanes.every(({ items }) => items.length === 0) ? (
            <EmptyState title={t("courses.plan.noneFound")} />
          ) : null}
          <OrderLine idle={t("courses.plan.idle")} />
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 lg:sticky lg:top-[72px]">
          {narrow ? null : panel}
          <div className="card p-4 max-lg:hidden">
            <OrderKeys lanes={t("courses.plan.toMonth")} />
          </div>
        </div>
      </OrderBoard>
      {narrow && panel ? (
        <SidePanel open title={t("courses.topic")} onClose={close}>
          {panel}
        </SidePanel>
      ) : null}
      {dialog ? <PlanDialogs of={of} dialog={dialog} onClose={() => onDialog(null)} /> : null}
      <PlanPaper course={course} plan={of.plan} />
    </div>
  );
}

function Heads() {
  const { t } = useTranslation();
  return (
    <div
      aria-hidden
      className={`${topicGrid} border-b border-line bg-sunken text-xs font-[550] text-mut max-sm:hidden sm:min-h-8`}
    >
      <span />
      <span>№</span>
      <span>{t("courses.topic")}</span>
      <span className="pr-4 text-right">{t("courses.plan.held")}</span>
      <span>{t("courses.plan.homework")}</span>
      <span />
    </div>
  );
}
