/** Curriculum of a group's course, and the group's position in it (R1-388). */
import { Check, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Curriculum } from "@/api/types";
import { useRead } from "@/api/use-read";
import { cx } from "@/ui/cx";
import { Card } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { ProgressBar } from "@/ui/feedback/progress";

type Month = Curriculum["months"][number];
const HELD = 1;
const NEXT = 2;

export function InfoCurriculum({ groupId }: { groupId: number }) {
  const { t } = useTranslation();
  const read = useRead("/groups/{id}/curriculum", { path: { id: groupId } });
  return (
    <Card title={t("groups.curriculum")}>
      <Loaded of={read}>{(curriculum) => <Months of={curriculum} />}</Loaded>
    </Card>
  );
}

function Months({ of: { months, lessonsHeld: held, topics } }: { of: Curriculum }) {
  const { t } = useTranslation();
  if (topics === 0) return <p className="text-base text-mut">{t("groups.noTopics", { held })}</p>;
  const label = t(held > topics ? "groups.beyond" : "groups.standing", { held, topics });
  const standsIn = months.find((month) => month.topics.some(({ state }) => state === NEXT));
  return (
    <div className="grid gap-3">
      <div>
        <p className="mb-1.5 text-sm text-ink-soft">{label}</p>
        <ProgressBar percent={(100 * Math.min(held, topics)) / topics} label={label} />
      </div>
      <div className="grid gap-1.5">
        {months.map((month) => (
          <MonthTopics key={month.id} month={month} open={month === standsIn} />
        ))}
      </div>
    </div>
  );
}

function MonthTopics({ month, open }: { month: Month; open: boolean }) {
  const { t } = useTranslation();
  const done = month.topics.filter(({ state }) => state === HELD).length;
  return (
    <details open={open} className="group rounded-lg border border-line">
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-lg px-3 py-1.5 hover:bg-hover max-sm:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden size={15} className="shrink-0 text-mut transition-transform group-open:rotate-90" />
        <span className="min-w-0 flex-1 font-[550] text-ink-strong [overflow-wrap:anywhere]">
          {month.number}. {month.name}
        </span>
        <span className="text-sm text-mut tabular-nums">
          {done}/{month.topics.length}
        </span>
      </summary>
      <ol className="grid gap-0.5 px-3 pb-2">
        {month.topics.map(({ id, position, name, state }) => {
          const word = state === HELD ? "held" : state === NEXT ? "next" : "toCome";
          return (
            <li
              key={id}
              aria-current={state === NEXT ? "step" : undefined}
              className={cx(
                "flex items-center gap-2 rounded-md px-2 py-1 text-sm",
                state === NEXT ? "bg-accent-soft font-[550] text-accent-ink" : state === HELD ? "text-ink" : "text-mut",
              )}
            >
              <span className="grid w-5 shrink-0 place-items-center tabular-nums">
                {state === HELD ? <Check aria-hidden size={14} className="text-good" /> : position}
              </span>
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{name}</span>
              <span className={state === NEXT ? "text-xs" : "sr-only"}>{t(`groups.topic.${word}`)}</span>
            </li>
          );
        })}
      </ol>
    </details>
  );
}
