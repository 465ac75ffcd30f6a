/** Search and filters of the plan, and the way to its months. */
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCentreCan } from "@/entities/access/centre";
import { Checkbox } from "@/ui/controls/checkbox";
import { Segmented } from "@/ui/controls/segmented";
import { SearchBox } from "@/ui/list/filters/search-box";
import { MONTHS } from "../course-types";
import { SHOWS, showCounts } from "./plan-model";
import type { Plan } from "./use-plan";

export function PlanFilters({ of: { plan, filter, put }, onMonths }: { of: Plan; onMonths: () => void }) {
  const { t } = useTranslation();
  const counts = showCounts(plan, filter.ended);
  const months = useCentreCan(MONTHS, "update");
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
      <SearchBox
        value={filter.value}
        label={t("courses.plan.search")}
        onSearch={(value) => put({ value })}
        className="min-w-[180px] max-w-[240px] flex-1 max-sm:max-w-none max-sm:basis-full"
      />
      <Segmented
        label={t("courses.plan.show")}
        value={filter.show}
        onChange={(show) => put({ show: show === "all" ? "" : show })}
        options={SHOWS.map((show) => ({ value: show, label: `${t(`courses.plan.shows.${show}`)} ${counts[show]}` }))}
      />
      <span className="ml-auto flex items-center gap-4">
        {months ? (
          <button
            type="button"
            onClick={onMonths}
            className="inline-flex items-center gap-1 text-xs font-[550] text-accent-ink hover:underline max-sm:min-h-11"
          >
            <Plus aria-hidden size={14} />
            {t("courses.plan.editMonths")}
          </button>
        ) : null}
        <Checkbox
          checked={filter.ended}
          onChange={(on) => put({ ended: on ? "" : "no" })}
          label={<span className="text-xs text-mut">{t("courses.plan.endedToo")}</span>}
        />
      </span>
    </div>
  );
}
