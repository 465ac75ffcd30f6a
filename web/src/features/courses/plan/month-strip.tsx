/** The study months of the plan: a press opens one, a topic dropped on one becomes its last. */
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "@/ui/cx";
import { LaneTarget } from "@/ui/order/lane-target";
import type { CurriculumMonth } from "../course-types";
import { countsOf } from "./plan-model";
import { TOPICS } from "./topic-row";
import type { Plan } from "./use-plan";

export function MonthStrip({ of: { plan, month, chooseMonth } }: { of: Plan }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("courses.plan.months")} className="flex overflow-x-auto border-b border-line">
      {plan.months.map((one) => (
        <Tab key={one.id} month={one} chosen={one.id === month} onChoose={() => chooseMonth(one.id)} />
      ))}
    </nav>
  );
}

function Tab({ month, chosen, onChoose }: { month: CurriculumMonth; chosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation();
  const { topics, surplus } = countsOf(month);
  return (
    <LaneTarget
      of={TOPICS}
      lane={month.id}
      at="end"
      className="min-w-[128px] flex-1 border-r border-line-soft last:border-0"
    >
      <button
        type="button"
        aria-current={chosen ? "true" : undefined}
        onClick={onChoose}
        className={cx(
          "w-full px-2 py-2 text-left text-xs tracking-tight text-mut hover:bg-hover",
          chosen && "bg-accent-soft shadow-[inset_0_-2px_var(--accent)]",
        )}
      >
        <span className={cx("flex items-center gap-1.5 text-sm font-[550]", chosen ? "text-accent-ink" : "text-ink")}>
          <span className="truncate">{month.name}</span>
          {surplus > 0 ? (
            <>
              <TriangleAlert aria-hidden size={14} className="shrink-0 text-warn" />
              <span className="sr-only">{t("courses.plan.surplus", { count: surplus })}</span>
            </>
          ) : null}
        </span>
        <span className="block truncate">{t("courses.plan.inShort", { lessons: month.lessons, topics })}</span>
      </button>
    </LaneTarget>
  );
}
