/** What differs from the school's curriculum, each with the way back (D-49, D-102). */
import { useTranslation } from "react-i18next";
import { useCentreCan } from "@/entities/access/centre";
import { numberedName } from "@/lib/format/numbered-name";
import { Button } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { CURRICULUM, MONTHS } from "../course-types";
import { isDifferent, isEnded, isRenamed, topicsOf } from "./plan-model";
import type { Plan } from "./use-plan";
import { useResetMonthName, useResetName, useResetOrder } from "./use-resets";

export function DifferencesDialog({ of, onClose }: { of: Plan; onClose: () => void }) {
  const { t } = useTranslation();
  const may = useCentreCan(CURRICULUM, "update");
  const resetName = useResetName();
  const resetOrder = useResetOrder(of);
  const resetMonthName = useResetMonthName(of);
  const mayMonths = useCentreCan(MONTHS, "update");
  const named = of.course.months.filter(({ school, schoolName }) => school && schoolName !== null);
  const months = of.plan.months.filter(({ reordered }) => reordered);
  const topics = topicsOf(of.plan).filter(isDifferent);
  const none = named.length + months.length + topics.length === 0;
  return (
    <Dialog open onClose={onClose} title={t("courses.plan.differencesTitle")} text={t("courses.plan.differencesText")}>
      {none ? <p className="text-sm text-mut">{t("courses.plan.noDifferences")}</p> : null}
      <ul className="divide-y divide-line-soft">
        {named.map((month) => (
          <Difference
            key={`name ${month.id}`}
            title={month.name}
            text={t("courses.plan.atSchool", { name: month.schoolName ?? "" })}
            {...(mayMonths ? { onReset: () => void resetMonthName(month) } : {})}
          />
        ))}
        {months.map((month) => (
          <Difference
            key={`month ${month.id}`}
            title={month.name}
            text={t("courses.plan.reordered")}
            {...(may ? { onReset: () => void resetOrder(month) } : {})}
          />
        ))}
        {topics.map((topic) => (
          <Difference
            key={topic.id}
            title={numberedName(topic)}
            text={[
              ...(isRenamed(topic) ? [t("courses.plan.atSchool", { name: topic.schoolName ?? "" })] : []),
              ...(isEnded(topic) ? [t("courses.plan.endedHere")] : []),
            ].join(". ")}
            {...(may ? { onReset: () => void resetName(topic) } : {})}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function Difference({ title, text, onReset }: { title: string; text: string; onReset?: () => void }) {
  const { t } = useTranslation();
  return (
    <li className="flex items-center gap-3 py-2 text-sm">
      <span className="min-w-0 flex-1">
        <span className="block font-[550] text-ink-strong [overflow-wrap:anywhere]">{title}</span>
        <span className="block text-mut [overflow-wrap:anywhere]">{text}</span>
      </span>
      {onReset ? (
        <Button size="small" saves aria-label={`${t("courses.plan.reset")}: ${title}`} onClick={onReset}>
          {t("courses.plan.reset")}
        </Button>
      ) : null}
    </li>
  );
}
