/** Sub-page 6 of a group (R1-109, R2-013, R2-052): attendance with totals; as spreadsheet and on paper. */

import { FileSpreadsheet, Printer } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { download } from "@/api/download";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { useZone } from "@/entities/access/use-zone";
import { moduleOf, type TabProps } from "@/entities/groups/group-tabs";
import { askedStudyMonth } from "@/entities/groups/study-month";
import { todayIn } from "@/lib/dates";
import { usePhone } from "@/lib/use-phone";
import { Button } from "@/ui/controls/button";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeleton } from "@/ui/feedback/skeleton";
import { EmptyCard } from "@/ui/feedback/states";
import { showError } from "@/ui/feedback/toast";
import { Select } from "@/ui/popover/combobox";
import { CellLegend } from "../month/cell-legend";
import { MonthChoice } from "../month/month-choice";
import { JournalCards } from "./journal-cards";
import {
  daysOf,
  type Journal,
  matching,
  monthOf,
  percentOf,
  SHOWS,
  type Show,
  SPANS,
  type Span,
  VIEWS,
  type View,
} from "./journal-days";
import { JournalGrid } from "./journal-grid";
import { JournalPaper } from "./journal-paper";
import type { WorkReader } from "./journal-works";
import { WorkLegend } from "./work-mark";

const PATHS = { admin: "/journal/for-admin", academic: "/journal/for-academic" } as const;
const FILTERS = {
  admin: "/journal/for-admin/filter-objects",
  academic: "/journal/for-academic/filter-objects",
} as const;

export function JournalTab(at: TabProps) {
  const { groupId, audience } = at;
  const filters = useRead(FILTERS[audience], { query: { groupId } });
  return (
    <Loaded of={filters} skeleton={<Skeleton className="h-96 w-full" />}>
      {({ months }) => <Chosen months={months.map(({ month }) => month)} at={at} />}
    </Loaded>
  );
}

function Chosen({ months, at }: { months: string[]; at: TabProps }) {
  const { groupId, audience } = at;
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const today = todayIn(useZone());
  const month = monthOf(search.get("month"), months, today);
  const span: Span = SPANS.find((one) => String(one) === search.get("months")) ?? 1;
  const view: View = VIEWS.find((one) => one === search.get("view")) ?? "attendance";
  const show: Show = SHOWS[view].find((one) => one === search.get("show")) ?? "all";
  const studyMonthId = askedStudyMonth(search);
  const query = { groupId, ...(studyMonthId === undefined ? daysOf(month, span) : { studyMonthId }) };
  const answer = useRead(PATHS[audience], { query }, { keepPreviousData: true });
  const put = (name: string, value: string | undefined) =>
    setSearch((before) => {
      if (value === undefined) before.delete(name);
      else before.set(name, value);
      return before;
    });
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <MonthChoice groupId={groupId} month={month} months={months} />
        {studyMonthId === undefined ? (
          <span className="w-28 max-sm:flex-1">
            <Select
              label={t("journal.span")}
              value={span}
              onChange={(picked) => put("months", picked === 1 ? undefined : String(picked))}
              options={SPANS.map((one) => ({ value: one, label: t(`journal.spans.month${one}`) }))}
            />
          </span>
        ) : null}
        <span className="w-40 max-sm:flex-1">
          <Select
            label={t("journal.view")}
            value={view}
            onChange={(picked) =>
              setSearch((before) => {
                before.delete("show");
                if (picked === "homework") before.set("view", picked);
                else before.delete("view");
                return before;
              })
            }
            options={VIEWS.map((one) => ({ value: one, label: t(`journal.views.${one}`) }))}
          />
        </span>
        <span className="w-44 max-sm:flex-1">
          <Select
            label={t("journal.show")}
            value={show}
            onChange={(picked) => put("show", picked === "all" ? undefined : picked)}
            options={SHOWS[view].map((one) => ({ value: one, label: t(`journal.shows.${one}`) }))}
          />
        </span>
        <Takeaway of={answer.data} view={view} show={show} path={`${PATHS[audience]}/download`} query={query} />
      </div>
      <Loaded of={answer} skeleton={<Skeleton className="h-96 w-full" />}>
        {(journal) => <Shown journal={journal} view={view} show={show} today={today} at={at} />}
      </Loaded>
    </>
  );
}

type ShownProps = { journal: Journal; view: View; show: Show; today: string; at: TabProps };

function Shown({ journal, view, show, today, at }: ShownProps) {
  const { t } = useTranslation();
  const module = moduleOf(at.audience);
  const checks = `${module}:check_homeworks`;
  const mayCheck = useCan(checks);
  const mayOpen = useCan(`${module}:all_homeworks|${checks}`);
  const reader = useMemo<WorkReader>(() => ({ at, mayOpen, mayCheck }), [at, mayOpen, mayCheck]);
  const phone = usePhone();
  const students = matching(journal.students, show);
  const none =
    journal.days.length === 0
      ? "empty"
      : journal.students.length === 0
        ? "noStudents"
        : students.length === 0
          ? "noMatches"
          : null;
  if (none)
    return <EmptyCard title={t(`journal.${none}`)} text={none === "empty" ? t("journal.emptyText") : undefined} />;
  if (phone)
    return <JournalCards journal={journal} students={students} view={view} show={show} today={today} reader={reader} />;
  return (
    <>
      {percentOf(view, journal.additionalStats) === null ? (
        <p className="mb-2 text-sm text-mut">
          {t(view === "homework" ? "kit.missing.homeworkKpi" : "kit.missing.attendanceKpi")}
        </p>
      ) : null}
      <JournalGrid
        key={`${journal.group.id} ${journal.fromDate} ${journal.toDate}`}
        journal={journal}
        students={students}
        view={view}
        show={show}
        today={today}
        reader={reader}
      />
      <div className="mt-2.5 flex flex-wrap items-center gap-x-6 gap-y-1.5">
        {view === "homework" ? <WorkLegend /> : <CellLegend />}
        <p className="text-xs text-mut">{t(view === "homework" && mayOpen ? "journal.keysOpen" : "journal.keys")}</p>
      </div>
    </>
  );
}

type TakeawayProps = {
  of: Journal | undefined;
  view: View;
  show: Show;
  path: string;
  query: Record<string, string | number>;
};

/** The same days as a file, and on paper what is shown. */
function Takeaway({ of: journal, view, show, path, query }: TakeawayProps) {
  const { t } = useTranslation();
  const [coming, setComing] = useState<{ percent: number | null } | null>(null);
  const get = async () => {
    const onProgress = (percent: number | null) => setComing({ percent });
    onProgress(null);
    await download({ path, query, name: "journal.xlsx", onProgress }).catch(showError);
    setComing(null);
  };
  const empty = !journal || journal.students.length === 0 || journal.days.length === 0;
  return (
    <div className="ml-auto flex items-center gap-2 max-sm:w-full">
      <Button
        icon={FileSpreadsheet}
        disabled={empty}
        pending={coming !== null}
        onClick={() => void get()}
        className="max-sm:flex-1"
      >
        {typeof coming?.percent === "number" ? `${coming.percent}%` : t("journal.file")}
      </Button>
      <Button icon={Printer} disabled={empty} onClick={() => print()} className="max-sm:flex-1">
        {t("journal.print")}
      </Button>
      <span role="status" className="sr-only">
        {coming ? t("journal.fileGetting") : ""}
      </span>
      {journal && !empty ? <JournalPaper journal={journal} view={view} show={show} /> : null}
    </div>
  );
}
