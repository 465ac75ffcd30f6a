/** Sub-page 1 of a group (R1-109): attendance by month, and the link to mark a lesson. */
import { ClipboardCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { useZone } from "@/entities/access/use-zone";
import { isToMark } from "@/entities/attendance/marking";
import { moduleOf, type TabProps } from "@/entities/groups/group-tabs";
import { formatDate, todayIn } from "@/lib/dates";
import { usePhone } from "@/lib/use-phone";
import { buttonClass } from "@/ui/controls/button";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeleton } from "@/ui/feedback/skeleton";
import { EmptyCard } from "@/ui/feedback/states";
import { AttendanceGrid } from "./attendance-grid";
import { AttendanceLessons } from "./attendance-lessons";
import {
  editPath,
  type GridLesson,
  isMarked,
  isNow,
  lessonInView,
  lessonToMark,
  type Month,
  monthQuery,
} from "./attendance-month";
import { CellLegend } from "./cell-legend";
import { MonthChoice } from "./month-choice";

const PATHS = {
  admin: "/groups/for-admin/{id}/attendances",
  academic: "/groups/for-academic/{id}/attendances",
} as const;

export function AttendanceTab({ groupId, audience }: TabProps) {
  const [search] = useSearchParams();
  const answer = useRead(
    PATHS[audience],
    { path: { id: groupId }, query: monthQuery(search) },
    { keepPreviousData: true },
  );
  return (
    <Loaded of={answer} skeleton={<Skeleton className="h-96 w-full" />}>
      {(shown) => <Shown month={shown} groupId={groupId} audience={audience} />}
    </Loaded>
  );
}

function Shown({ month, groupId, audience }: { month: Month } & Pick<TabProps, "groupId" | "audience">) {
  const { t } = useTranslation();
  const phone = usePhone();
  const today = todayIn(useZone());
  const mayMark = useCan(`${moduleOf(audience)}:attendance`, "update");
  const next = lessonToMark(month.lessons, today);
  const pathOf = (lesson: GridLesson) => editPath(audience, groupId, lesson);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <MonthChoice groupId={groupId} month={month.month} months={month.months} />
        <Holidays of={month} />
        {next && mayMark ? (
          <Link to={pathOf(next)} className={`${buttonClass(isToMark(next) ? "main" : "plain")} ml-auto max-sm:w-full`}>
            <ClipboardCheck aria-hidden strokeWidth={1.8} />
            {t(`attendance.grid.${isToMark(next) ? (isNow(next) ? "markNow" : "markToday") : "lookNow"}`)}
          </Link>
        ) : null}
      </div>
      {month.lessons.length === 0 ? (
        <EmptyCard title={t("attendance.grid.empty")} text={t("attendance.grid.emptyText")} />
      ) : phone ? (
        <AttendanceLessons month={month} today={today} pathOf={pathOf} />
      ) : (
        <>
          {isMarked(month) ? null : <p className="mb-2 text-sm text-mut">{t("kit.missing.attendanceKpi")}</p>}
          <AttendanceGrid
            key={`${month.lessons[0]?.id} ${month.lessons.length}`}
            month={month}
            today={today}
            inView={lessonInView(month.lessons, today)}
            pathOf={pathOf}
          />
          <div className="mt-2.5">
            <CellLegend />
          </div>
        </>
      )}
    </>
  );
}

/** Days of the month without lessons in the group's branch. */
function Holidays({ of }: { of: Month }) {
  const { t } = useTranslation();
  if (of.holidays.length === 0) return null;
  const holidays = of.holidays.map((one) => `${formatDate(one.date).slice(0, 5)} ${one.name}`).join(", ");
  return (
    <span className="text-sm text-mut">
      {t("attendance.grid.holiday")}: {holidays}
    </span>
  );
}
