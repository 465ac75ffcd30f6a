import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isToMark, markedOf } from "@/entities/attendance/marking";
import { useLanguage } from "@/i18n/use-language";
import { formatLessonDate } from "@/lib/dates";
import { cx } from "@/ui/cx";
import { countsIn, type GridLesson, inListOrder, isAhead, type Month } from "./attendance-month";

type LessonsProps = { month: Month; today: string; pathOf: (lesson: GridLesson) => string };

/** A month on a phone: its lessons, each with how it was attended. */
export function AttendanceLessons({ month, today, pathOf }: LessonsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ul aria-label={t("attendance.grid.label")} className="card divide-y divide-line-soft">
      {inListOrder(month.lessons).map(({ lesson, at }) => (
        <li key={lesson.id}>
          <Link
            to={pathOf(lesson)}
            className={cx(
              "flex min-h-14 items-center gap-3 px-3 py-2",
              lesson.date === today && "bg-accent-soft",
              isAhead(lesson) && "text-mut",
            )}
          >
            <span className="w-7 text-right text-sm text-mut">{lesson.number}</span>
            <span className="min-w-0 flex-1">
              <b className="block font-[550]">{formatLessonDate(lesson.date, language)}</b>
              <span className="block truncate text-xs text-mut">
                {[`${lesson.beginTime}–${lesson.endTime}`, wordsOf(lesson, at)].filter(Boolean).join(" · ")}
                {isToMark(lesson) && !isAhead(lesson) ? (
                  <b className="font-[550] text-warn">
                    {" · "}
                    {leftOf(lesson)}
                  </b>
                ) : null}
              </span>
            </span>
            <ChevronRight aria-hidden size={17} className="shrink-0 text-mut" />
          </Link>
        </li>
      ))}
    </ul>
  );

  function wordsOf(lesson: GridLesson, at: number): string | null {
    if (lesson.noClassReason !== null) return t("attendance.grid.noClass", { reason: lesson.noClassReason });
    return lesson.marking === "marked" ? t("attendance.grid.counts", countsIn(month.students, at)) : null;
  }

  /** What is left to do for a lesson that is to be marked. */
  function leftOf(lesson: GridLesson): string {
    const partly = lesson.marking === "partly" ? t("attendance.markedOf", markedOf(lesson)) : null;
    const waits = lesson.lateSentAt === null ? null : t("attendance.grid.waits");
    return [partly, waits].filter(Boolean).join(" · ") || t("attendance.grid.notMarked");
  }
}
