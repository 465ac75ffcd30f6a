/** A study month of the plan with its topics, opened and closed. */
import { ChevronDown, ChevronRight, Plus } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCentreCan } from "@/entities/access/centre";
import { PlainTag, StatusTag } from "@/ui/display/status-tag";
import { LaneTarget } from "@/ui/order/lane-target";
import { LaneSlot } from "@/ui/order/order-row";
import { CURRICULUM, type CurriculumMonth } from "../course-types";
import type { OpenDialog } from "./plan-dialogs";
import { countsOf, isShown } from "./plan-model";
import { TOPICS, TopicRow } from "./topic-row";
import type { Plan } from "./use-plan";

const linkClass = "text-xs font-[550] whitespace-nowrap text-accent-ink hover:underline max-sm:min-h-11";

type MonthLaneProps = {
  of: Plan;
  month: CurriculumMonth;
  /** A dialog is open, which holds the focus. */
  covered: boolean;
  onDialog: (dialog: OpenDialog) => void;
};

export function MonthLane({ of, month, covered, onDialog }: MonthLaneProps) {
  const { t } = useTranslation();
  const id = useId();
  const head = useRef<HTMLElement>(null);
  const open = of.isOpen(month.id);
  const shown = month.topics.filter((topic) => isShown(topic, of.filter));
  const chosen = of.month === month.id;
  const first = useRef(true);
  useEffect(() => {
    // The month chosen in the strip comes into view; not the one that the page opens with.
    if (chosen && !first.current) head.current?.scrollIntoView({ block: "nearest" });
    first.current = false;
  }, [chosen]);
  if (of.filtered && shown.length === 0) return null;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section ref={head} aria-labelledby={id}>
      <LaneTarget
        of={TOPICS}
        lane={month.id}
        at={open ? "start" : "end"}
        className="flex min-h-10 flex-wrap items-center gap-x-2 border-b border-line bg-page pr-3 text-sm max-sm:pl-2"
      >
        <h2 id={id} className="contents">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => of.toggle(month.id, !open)}
            className="flex min-h-10 items-center gap-2 pl-2 max-sm:pl-0 font-semibold whitespace-nowrap text-ink-strong max-sm:min-h-11"
          >
            <Chevron aria-hidden size={14} className="text-mut" />
            {month.name}
          </button>
        </h2>
        <MonthFacts month={month} onDialog={onDialog} />
        <AddTopic
          name={month.name}
          onAdd={() => onDialog({ kind: "add", monthId: month.id, afterId: month.topics.at(-1)?.id ?? null })}
        />
      </LaneTarget>
      <ul aria-labelledby={id}>
        <LaneSlot of={TOPICS} lane={month.id} closed={!open} />
        {open
          ? shown.map((topic) => (
              <TopicRow
                key={topic.id}
                topic={topic}
                month={month}
                chosen={of.topicId === topic.id}
                revealed={!covered && of.revealed === topic.id}
                onRevealed={of.onRevealed}
                onOpen={() => of.openTopic(topic.id)}
                onDialog={onDialog}
              />
            ))
          : null}
        {open && shown.length === 0 ? (
          <li className="border-b border-line-soft px-10 py-2 text-sm text-mut">{t("courses.plan.emptyMonth")}</li>
        ) : null}
      </ul>
    </section>
  );
}

function MonthFacts({ month, onDialog }: Pick<MonthLaneProps, "month" | "onDialog">) {
  const { t } = useTranslation();
  const updates = useCentreCan(CURRICULUM, "update");
  const { topics, homework, surplus, bare } = countsOf(month);
  const facts = [
    t("courses.lessonCount", { count: month.lessons }),
    t("courses.topicCount", { count: topics }),
    ...(homework > 0 ? [t("courses.plan.homeworkCount", { count: homework })] : []),
  ];
  return (
    <>
      <span className="text-mut">{facts.join(" · ")}</span>
      {surplus > 0 ? <StatusTag tone="warn">{t("courses.plan.surplus", { count: surplus })}</StatusTag> : null}
      {bare > 0 && homework > 0 ? <PlainTag>{t("courses.plan.bare", { count: bare })}</PlainTag> : null}
      {month.reordered ? (
        <>
          <StatusTag tone="info">{t("courses.plan.reordered")}</StatusTag>
          {updates ? (
            <button
              type="button"
              className={`ml-[30px] max-sm:ml-0 sm:mb-2 ${linkClass}`}
              onClick={() => onDialog({ kind: "resetOrder", month })}
            >
              {t("courses.plan.resetOrder")}
            </button>
          ) : null}
        </>
      ) : null}
    </>
  );
}

function AddTopic({ name, onAdd }: { name: string; onAdd: () => void }) {
  const { t } = useTranslation();
  if (!useCentreCan(CURRICULUM, "create")) return null;
  return (
    <button type="button" className={`ml-auto inline-flex items-center gap-1 ${linkClass}`} onClick={onAdd}>
      <Plus aria-hidden size={14} />
      {t("courses.topic")}
      <span className="sr-only">: {name}</span>
    </button>
  );
}
