/** Lessons of now, next, and not marked: each one click from its sheet. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Today, TodayLesson } from "@/api/types";
import { useCan } from "@/entities/access/can";
import { addDays, formatDate } from "@/lib/dates";
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
  const gold = first ? lessons.find((lesson) => !lesson.marked && lesson.noClassReason === null)?.id : undefined;
  return (
    <Rows>
      {lessons.map((lesson) => (
        <LessonRow key={lesson.id} lesson={lesson} today={today} gold={lesson.id === gold} />
      ))}
    </Rows>
  );
}

function LessonRow({ lesson, today, gold }: { lesson: TodayLesson; today: Today; gold: boolean }) {
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
    <Row lead={when} action={<Mark lesson={lesson} today={today} gold={gold} />}>
      <span className="flex flex-wrap items-center gap-x-2">
        <Link
          to={groupAddress({ groupId: group.id, staffId: staff.id, scheduleId }, today.audience)}
          className="truncate font-[550] text-ink-strong hover:text-accent-ink hover:underline"
        >
          {group.name}
        </Link>
        <State lesson={lesson} />
      </span>
      <span className="block truncate text-xs text-mut">{facts.join(" · ")}</span>
    </Row>
  );
}

/** Shown only where it is not the normal state: an unmarked lesson has a button instead. */
function State({ lesson }: { lesson: TodayLesson }) {
  const { t } = useTranslation();
  if (lesson.noClassReason !== null) return <StatusTag tone="quiet">{t("today.noClass")}</StatusTag>;
  if (lesson.marked) {
    const here = lesson.attended + lesson.late;
    return <StatusTag tone="good">{t("today.here", { here, all: here + lesson.absent })}</StatusTag>;
  }
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
  const settled = lesson.marked || lesson.noClassReason !== null || lesson.lateSentAt !== null;
  const marks = may.update && !settled && lesson.takes !== "over";
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
