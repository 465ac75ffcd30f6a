/** Marks that the school rejected, by lesson, with the reason; sent again with one click (D-26). */
import { RotateCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Today } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useCan } from "@/entities/access/can";
import { Button } from "@/ui/controls/button";
import { showDone, showInfo } from "@/ui/feedback/toast";
import { markAddress } from "./addresses";
import { dayName } from "./lessons";
import { Row, Rows, Section } from "./section";

type Refusals = NonNullable<Today["refused"]>;

export function Refused({ refused, today }: { refused: Refusals; today: Today }) {
  const { t } = useTranslation();
  if (refused.total === 0) return null;
  return (
    <Section title={t("today.refused")} total={refused.total} shown={refused.lessons.length}>
      <Rows>
        {refused.lessons.map((lesson) => (
          <RefusedLesson key={lesson.lessonId} lesson={lesson} today={today} />
        ))}
      </Rows>
    </Section>
  );
}

function RefusedLesson({ lesson, today }: { lesson: Refusals["lessons"][number]; today: Today }) {
  const { t } = useTranslation();
  const may = useCan(today.audience === "admin" ? "all_groups:attendance" : "my_groups:attendance", "update");
  const sending = useChange("post", "/attendance/pushes/retry", {
    invalidates: ["/today"],
    onDone: ({ pushId }) => (pushId === null ? showInfo(t("today.nothingToSend")) : showDone(t("today.sentAgain"))),
  });
  const { lessonId, group, staffId, scheduleId, date, beginTime } = lesson;
  const again = lesson.students.filter((one) => one.retryable).map((one) => one.studentId);
  const day = dayName(date, today.date, t);
  const button =
    may && again.length > 0 ? (
      <Button
        size="small"
        icon={RotateCw}
        saves
        pending={sending.pending}
        aria-label={`${t("today.sendAgain")}: ${group.name}, ${beginTime}`}
        onClick={() => void sending.run({ body: { lessonId, studentIds: again } })}
      >
        {t("today.sendAgain")}
      </Button>
    ) : null;
  return (
    <Row action={button}>
      <Link
        to={markAddress({ id: lessonId, groupId: group.id, staffId, scheduleId, date }, today.audience)}
        className="font-[550] text-ink-strong hover:text-accent-ink hover:underline"
      >
        {[group.name, day, beginTime].filter(Boolean).join(", ")}
      </Link>
      <ul className="text-sm">
        {lesson.students.map((one) => (
          <li key={one.studentId} className="[overflow-wrap:anywhere]">
            {one.fullName} <span className="text-bad">{one.message}</span>
          </li>
        ))}
      </ul>
    </Row>
  );
}
