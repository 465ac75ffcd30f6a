/** Sub-page 7 of a group (R1-109): its teachers, their attended lessons, and the own check-in (D-77). */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import type { TabProps } from "@/entities/groups/group-tabs";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeleton } from "@/ui/feedback/skeleton";
import { EmptyState } from "@/ui/feedback/states";
import { monthQuery } from "../month/attendance-month";
import { MonthChoice } from "../month/month-choice";
import { StaffCheckIn } from "./staff-check-in";
import { lessonOfNow, ownFirst, type StaffAttendances } from "./staff-lessons";
import { MemberCard } from "./staff-member";

/** A lesson may begin while the page is open. */
const TICK_MS = 15_000;

export function StaffAttendanceTab({ groupId }: TabProps) {
  const [search] = useSearchParams();
  const answer = useRead(
    "/groups/{id}/staff-attendances",
    { path: { id: groupId }, query: monthQuery(search) },
    { keepPreviousData: true },
  );
  return (
    <Loaded of={answer} skeleton={<Skeleton className="h-96 w-full" />}>
      {(told) => <Shown told={told} groupId={groupId} />}
    </Loaded>
  );
}

function Shown({ told, groupId }: { told: StaffAttendances; groupId: number }) {
  const { t } = useTranslation();
  const mayCheckIn = useCan("my_groups:attendance", "update");
  const now = useNow();
  const lesson = mayCheckIn ? lessonOfNow(told.staff, now) : undefined;
  return (
    <>
      {lesson ? <StaffCheckIn key={lesson.lessonId} lesson={lesson} /> : null}
      <div className="mb-3">
        <MonthChoice groupId={groupId} month={told.month} months={told.months} />
      </div>
      {told.staff.length === 0 ? (
        <div className="card">
          <EmptyState title={t("journal.staff.nobody")} text={t("journal.staff.nobodyText")} />
        </div>
      ) : (
        <div className="grid gap-4">
          {ownFirst(told.staff).map((member) => (
            <MemberCard key={member.staff.id} of={member} now={now} />
          ))}
        </div>
      )}
    </>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
