/** Sub-page 7 of a group (R1-109): its teachers, their attended lessons, and the own check-in (D-77). */
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import type { TabProps } from "@/entities/groups/group-tabs";
import { useNow } from "@/lib/use-now";
import { Loaded } from "@/ui/feedback/loaded";
import { Skeleton } from "@/ui/feedback/skeleton";
import { EmptyCard } from "@/ui/feedback/states";
import { monthQuery } from "../month/attendance-month";
import { MonthChoice } from "../month/month-choice";
import { StaffCheckIn } from "./staff-check-in";
import { lessonOfNow, ownFirst, type StaffAttendances } from "./staff-lessons";
import { MemberCard } from "./staff-member";

export function StaffAttendanceTab({ groupId }: TabProps) {
  const [search] = useSearchParams();
  const answer = useRead(
    "/groups/{id}/staff-attendances",
    { path: { id: groupId }, query: monthQuery(search) },
    { keepPreviousData: true },
  );
  return (
    <Loaded of={answer} skeleton={<Skeleton className="h-96 w-full" />}>
      {(answer) => <Shown answer={answer} groupId={groupId} />}
    </Loaded>
  );
}

function Shown({ answer, groupId }: { answer: StaffAttendances; groupId: number }) {
  const { t } = useTranslation();
  const mayCheckIn = useCan("my_groups:attendance", "update");
  const now = useNow();
  const lesson = mayCheckIn ? lessonOfNow(answer.staff, now) : undefined;
  return (
    <>
      {lesson ? <StaffCheckIn key={lesson.lessonId} lesson={lesson} /> : null}
      <div className="mb-3">
        <MonthChoice groupId={groupId} month={answer.month} months={answer.months} />
      </div>
      {answer.staff.length === 0 ? (
        <EmptyCard title={t("journal.staff.nobody")} text={t("journal.staff.nobodyText")} />
      ) : (
        <div className="grid gap-4">
          {ownFirst(answer.staff).map((member) => (
            <MemberCard key={member.staff.id} of={member} now={now} />
          ))}
        </div>
      )}
    </>
  );
}
