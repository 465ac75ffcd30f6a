/** A topic in its month: opened by a click or Enter, moved by its handle or its menu. */
import { ArrowUpDown, Ban, ListPlus, Pencil, Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCentreCan } from "@/entities/access/centre";
import { usePhone } from "@/lib/use-phone";
import { cx } from "@/ui/cx";
import { OrderHandle, OrderRow } from "@/ui/order/order-row";
import { type RowAction, RowMenu } from "@/ui/table/row-menu";
import { CURRICULUM, type CurriculumMonth, type Topic } from "../course-types";
import type { OpenDialog } from "./plan-dialogs";
import { isDifferent, isEnded } from "./plan-model";
import { TopicHomework, TopicName, topicGrid } from "./topic-facts";

export const TOPICS = "topics";

type TopicRowProps = {
  topic: Topic;
  month: CurriculumMonth;
  chosen: boolean;
  /** It comes into view and takes the focus. */
  revealed: boolean;
  onRevealed: () => void;
  onOpen: () => void;
  onDialog: (dialog: OpenDialog) => void;
};

export function TopicRow({ topic, month, chosen, revealed, onRevealed, onOpen, onDialog }: TopicRowProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const name = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!revealed) return;
    name.current?.scrollIntoView({ block: "center" });
    name.current?.focus({ preventScroll: true });
    onRevealed();
  }, [revealed, onRevealed]);
  const held = t("courses.plan.heldCount", { count: topic.lessonsHeld });
  return (
    <OrderRow
      of={TOPICS}
      lane={month.id}
      id={topic.id}
      className={cx(
        "border-b border-line-soft",
        topicGrid,
        chosen ? "bg-accent-soft shadow-[inset_3px_0_var(--accent)]" : "hover:bg-sunken",
      )}
    >
      <OrderHandle />
      <span className="text-mut tabular-nums">{topic.number ?? "—"}</span>
      <button
        ref={name}
        type="button"
        aria-current={chosen || undefined}
        onClick={onOpen}
        className="flex min-h-8 min-w-0 items-center gap-2 pr-3 text-left max-sm:min-h-11 max-sm:flex-wrap max-sm:gap-x-2 max-sm:gap-y-0.5 max-sm:py-1.5"
      >
        <TopicName topic={topic} />
        {phone ? (
          <span className="w-full text-xs text-mut empty:hidden">
            {[
              topic.lessonsHeld > 0 && held,
              topic.homework > 0 && t("courses.plan.homeworkCount", { count: topic.homework }),
              topic.drafts > 0 && t("courses.plan.drafts", { count: topic.drafts }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        ) : null}
      </button>
      {phone ? null : (
        <>
          <span className="pr-4 text-right tabular-nums" title={held}>
            {topic.lessonsHeld || <span className="text-mut">—</span>}
          </span>
          <span className="flex items-center gap-2">
            <TopicHomework topic={topic} />
          </span>
        </>
      )}
      <TopicMenu topic={topic} month={month} onDialog={onDialog} />
    </OrderRow>
  );
}

type TopicMenuProps = Pick<TopicRowProps, "topic" | "month" | "onDialog">;

function TopicMenu({ topic, month, onDialog }: TopicMenuProps) {
  const { t } = useTranslation();
  const updates = useCentreCan(CURRICULUM, "update");
  const creates = useCentreCan(CURRICULUM, "create");
  const deletes = useCentreCan(CURRICULUM, "delete");
  const action = (on: boolean, one: RowAction): RowAction[] => (on ? [{ ...one, saves: true }] : []);
  const actions = [
    ...action(updates, {
      label: t("order.moveTo"),
      icon: ArrowUpDown,
      run: () => onDialog({ kind: "move", topic }),
    }),
    ...action(updates, {
      label: t("courses.plan.rename"),
      icon: Pencil,
      run: () => onDialog({ kind: "rename", topic }),
    }),
    ...action(updates && isDifferent(topic), {
      label: t(isEnded(topic) ? "courses.plan.reopen" : "courses.plan.resetName"),
      icon: Undo2,
      run: () => onDialog({ kind: "resetName", topic }),
    }),
    ...action(creates, {
      label: t("courses.plan.addBelow"),
      icon: ListPlus,
      run: () => onDialog({ kind: "add", monthId: month.id, afterId: topic.id }),
    }),
    ...action(deletes && !isEnded(topic), {
      label: t("courses.plan.end"),
      icon: Ban,
      run: () => onDialog({ kind: "end", topic }),
    }),
  ];
  return actions.length > 0 ? <RowMenu name={topic.name} actions={actions} /> : <span />;
}
