/** Lessons of now, next, and not marked: each one click from its sheet. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Today, TodayLesson } from "@/api/types";
import { useCan } from "@/entities/access/can";
import { CheckInOffer, isOffered } from "@/entities/attendance/check-in-offer";
import { isToMark, markedOf } from "@/entities/attendance/marking";
import { addDays, formatDate } from "@/lib/dates";
import { useNow } from "@/lib/use-now";
import { buttonClass } from "@/ui/controls/button";
import { StatusTag } from "@/ui/display/status-tag";
import { groupAddress, markAddress } from "./addresses";
import { Row, Rows } from "./section";

/** Today needs no label; its neighbours have one; another day is a date. */
export function dayName(day: string, today: string, t: TFunction): string {
  if (day === today) return "";
  if (day === addDays(today, -1)) return t("today.yesterday");
  return addDays(day, -1) === today ? t("today.tomorrow") : formatDate(day);
}

interface LessonsProps {
  lessons: readonly TodayLesson[];
  today: Today;
  /** The first of them has the page's gold button. */
  first?: boolean;
}

export function Lessons({ lessons, today, first }: LessonsProps) {
  const gold = first ? lessons.find(isToMark)?.id : undefined;
  // Of the lessons that one may check in at, the key is the first one's; it is gold where none is to be marked.
  const now = useNow();
  const keyed = [...today.running.lessons, ...today.next.lessons].find(({ checkIn }) => isOffered(checkIn, now))?.id;
  return (
    <Rows>
      {lessons.map((lesson) => (
        <LessonRow
          key={lesson.id}
          lesson={lesson}
          today={today}
          gold={lesson.id === gold}
          offer={{ keyed: lesson.id === keyed, gold: first === true && gold === undefined && lesson.id === keyed }}
        />
      ))}
    </Rows>
  );
}

type LessonRowProps = {
  lesson: TodayLesson;
  today: Today;
  gold: boolean;
  offer: { keyed: boolean; gold: boolean };
};

function LessonRow({ lesson, today, gold, offer }: LessonRowProps) {
  const { t } = useTranslation();
  const { group, staff, scheduleId } = lesson;
  const day = dayName(lesson.date, today.date, t);
  const facts = [staff.name, lesson.classroomName, t("today.students", { count: lesson.students })].filter(Boolean);
  const when = (
    <span className="w-[92px] shrink-0 tabular-nums">
      <span className="block font-[600] text-ink-strong">
        {lesson.beginTime}–{lesson.endTime}
      </span>
      {day ? <span className="block text-xs text-mut">{day}</span> : null}
    </span>
  );
  return (
    <Row
      lead={when}
      action={
        <>
          <CheckInOffer
            keyed={offer.keyed}
            look={offer.gold ? "main" : "plain"}
            size="small"
            lessonId={lesson.id}
            checkIn={lesson.checkIn}
            name={`${group.name}, ${lesson.beginTime}`}
          />
          <Mark lesson={lesson} today={today} gold={gold} />
        </>
      }
    >
      <span className="flex flex-wrap items-center gap-x-2">
        <Link
          to={groupAddress({ groupId: group.id, staffId: staff.id, scheduleId }, today.audience)}
          className="truncate font-[550] text-ink-strong max-sm:line-clamp-2 max-sm:whitespace-normal hover:text-accent-ink hover:underline"
        >
          {group.name}
        </Link>
        <State lesson={lesson} />
      </span>
      <span className="block truncate text-xs text-mut max-sm:line-clamp-2 max-sm:whitespace-normal">
        {facts.join(" · ")}
      </span>
    </Row>
  );
}

/** Shown only where it is not the normal state: an unmarked lesson has a button instead. */
function State({ lesson }: { lesson: TodayLesson }) {
  const { t } = useTranslation();
  if (lesson.noClassReason !== null) return <StatusTag tone="quiet">{t("today.noClass")}</StatusTag>;
  if (lesson.marking === "marked") {
    const here = lesson.attended + lesson.late;
    return <StatusTag tone="good">{t("today.here", { here, all: here + lesson.absent })}</StatusTag>;
  }
  return (
    <>
      {lesson.marking === "partly" && lesson.unmarked > 0 ? (
        <StatusTag tone="warn">{t("attendance.markedOf", markedOf(lesson))}</StatusTag>
      ) : null}
      <SaveState lesson={lesson} />
    </>
  );
}

/** The save window of a lesson that is to be marked, where it is not open. */
function SaveState({ lesson }: { lesson: TodayLesson }) {
  const { t } = useTranslation();
  if (lesson.lateSentAt !== null) return <StatusTag tone="warn">{t("today.waits")}</StatusTag>;
  if (lesson.takes === "late") return <StatusTag tone="warn">{t("today.takesLate")}</StatusTag>;
  if (lesson.takes === "over") return <StatusTag tone="quiet">{t("today.takesOver")}</StatusTag>;
  return null;
}

function Mark({ lesson, today, gold }: { lesson: TodayLesson; today: Today; gold: boolean }) {
  const { t } = useTranslation();
  const key = today.audience === "admin" ? "all_groups:attendance" : "my_groups:attendance";
  const may = { read: useCan(key), update: useCan(key, "update") };
  if (lesson.takes === "not_begun" || !may.read) return null;
  const marks = may.update && isToMark(lesson) && lesson.lateSentAt === null && lesson.takes !== "over";
  const { id, group, staff, scheduleId, date } = lesson;
  return (
    <Link
      to={markAddress({ id, groupId: group.id, staffId: staff.id, scheduleId, date }, today.audience)}
      aria-label={`${t(marks ? "today.mark" : "today.look")}: ${group.name}, ${lesson.beginTime}`}
      className={buttonClass(gold && marks ? "main" : marks ? "plain" : "quiet", "small")}
    >
      {t(marks ? "today.mark" : "today.look")}
    </Link>
  );
}
