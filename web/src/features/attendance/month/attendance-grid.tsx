/** Students × lessons of a month: names and heads stay, a head leads to its lesson, arrows move among the cells. */
import { Hourglass } from "lucide-react";
import { type KeyboardEvent, memo, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { CellMark, cellsOf, cellWord } from "@/entities/attendance/cell-mark";
import { PersonCell } from "@/entities/people/person-cell";
import { useLanguage } from "@/i18n/use-language";
import { formatDate, weekdayNarrow, weekdayOf } from "@/lib/dates";
import { kpiWords } from "@/lib/format/percent";
import { cx } from "@/ui/cx";
import { type GridLesson, type GridStudent, isAhead, type Month, moved } from "./attendance-month";

type GridProps = {
  month: Month;
  /** The column of today, or of the last lesson that has begun. */
  inView: number;
  today: string;
  pathOf: (lesson: GridLesson) => string;
};

const NAMES_PX = 220;
const at = (row: number, column: number) => `[data-cell="${row}-${column}"]`;

export function AttendanceGrid({ month, inView, today, pathOf }: GridProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const { lessons, students } = month;

  useLayoutEffect(() => {
    const head = box.current?.querySelector<HTMLElement>(`[data-column="${inView}"]`);
    if (box.current && head) box.current.scrollLeft = head.offsetLeft - NAMES_PX - box.current.clientWidth / 3;
  }, [inView]);

  function onKeyDown(event: KeyboardEvent) {
    const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-cell]");
    if (!cell) return;
    const [row = 0, column = 0] = (cell.dataset.cell ?? "").split("-").map(Number);
    const lesson = lessons[column];
    if (event.key === "Enter" && lesson) {
      event.preventDefault();
      void navigate(pathOf(lesson));
      return;
    }
    const to = moved({ row, column }, event.key, { rows: students.length, columns: lessons.length });
    const next = to && box.current?.querySelector<HTMLElement>(at(to.row, to.column));
    if (!next) return;
    event.preventDefault();
    // One stop of the Tab key; by hand, so that nothing of a thousand cells is drawn again.
    cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its cells are heard here
    <div
      ref={box}
      onKeyDown={onKeyDown}
      className="card w-fit max-w-full max-h-[calc(100dvh-220px)] min-h-64 overflow-auto"
    >
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are moved among with the arrows */}
      <table role="grid" aria-label={t("attendance.grid.label")} className="border-separate border-spacing-0 text-sm">
        <thead>
          <tr className="text-xs text-ink-soft">
            <th
              scope="col"
              className="sticky top-0 left-0 z-20 border-b border-line bg-sunken px-3 text-left font-[550]"
              style={{ minWidth: NAMES_PX }}
            >
              {t("attendance.columns.student")}
            </th>
            {lessons.map((lesson, column) => (
              <Head
                key={lesson.id}
                lesson={lesson}
                column={column}
                isToday={lesson.date === today}
                to={pathOf(lesson)}
              />
            ))}
            <th
              scope="col"
              className="sticky top-0 right-0 z-20 border-b border-l border-line bg-sunken px-3 text-right font-[550]"
            >
              {t("attendance.columns.percentage")}
            </th>
          </tr>
        </thead>
        <tbody>
          {students.map((student, row) => (
            <StudentRow key={student.studentId} student={student} row={row} lessons={lessons} today={today} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type HeadProps = { lesson: GridLesson; column: number; isToday: boolean; to: string };

function Head({ lesson, column, isToday, to }: HeadProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const weekday = weekdayOf(lesson.date);
  const name = t("attendance.grid.lesson", {
    number: lesson.number,
    day: formatDate(lesson.date),
    time: `${lesson.beginTime}–${lesson.endTime}`,
  });
  const why =
    lesson.noClassReason !== null
      ? t("attendance.grid.noClass", { reason: lesson.noClassReason })
      : lesson.lateSentAt !== null
        ? t("attendance.grid.waits")
        : null;
  return (
    <th
      scope="col"
      data-column={column}
      className={cx(
        "sticky top-0 z-10 border-b border-line p-0 font-[550]",
        isToday ? "bg-accent-soft-strong" : "bg-sunken",
      )}
    >
      <Link
        to={to}
        title={[name, why].filter(Boolean).join("\n")}
        aria-current={isToday ? "date" : undefined}
        className={cx(
          "relative grid h-12 w-9 content-center justify-items-center leading-4 hover:bg-hover hover:text-accent-ink hover:underline focus-visible:-outline-offset-2",
          isAhead(lesson) ? "text-mut" : "text-ink-strong",
        )}
      >
        <span className="text-sm font-[650]">{lesson.date.slice(8)}</span>
        <span className="text-[11px]">{weekdayNarrow(weekday, language)}</span>
        {lesson.lateSentAt === null ? null : (
          <Hourglass aria-hidden className="absolute top-0.5 right-0.5 size-3 text-warn" />
        )}
        <span className="sr-only">, {[name, why].filter(Boolean).join(". ")}</span>
      </Link>
    </th>
  );
}

const REASONS = { 1: "onTheRoad", 2: "reasonable", 3: "withoutReason" } as const;

type RowProps = { student: GridStudent; row: number; lessons: GridLesson[]; today: string };

const StudentRow = memo(function StudentRow({ student, row, lessons, today }: RowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const cells = cellsOf(student.cells, student.outside);
  return (
    <tr className="group">
      <th
        scope="row"
        className="sticky left-0 z-10 max-w-[260px] border-b border-line-soft bg-surface px-3 py-1 text-left font-normal group-hover:bg-hover"
      >
        <PersonCell name={student.fullName} id={student.studentId} photo={student.photo} detail={student.hId} />
      </th>
      {lessons.map((lesson, column) => {
        const status = cells[column] ?? null;
        const reason = student.reasons[column];
        const words = [cellWord(status), reason ? t(`attendance.reasons.${REASONS[reason]}`) : null];
        return (
          <td
            key={lesson.id}
            data-cell={`${row}-${column}`}
            tabIndex={row === 0 && column === 0 ? 0 : -1}
            aria-label={words.filter(Boolean).join(", ")}
            title={reason ? words.join(", ") : undefined}
            className={cx(
              "border-b border-line-soft p-0 focus-visible:-outline-offset-2 group-hover:bg-hover",
              lesson.date === today && "bg-accent-soft",
              lesson.noClassReason !== null && "bg-quiet-soft",
            )}
          >
            <span className="grid place-items-center">
              {status === null && isAhead(lesson) ? null : <CellMark status={status} large />}
            </span>
          </td>
        );
      })}
      <td className="sticky right-0 border-b border-l border-line-soft bg-surface px-3 text-right font-[550] text-ink-strong group-hover:bg-hover">
        {kpiWords(student.attendancePercentage, language)}
      </td>
    </tr>
  );
});
