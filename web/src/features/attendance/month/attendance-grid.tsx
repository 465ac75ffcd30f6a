/** Students × lessons of a month: names and headers are pinned, a header links to its lesson, arrows move among the cells. */
import { Hourglass } from "lucide-react";
import { type KeyboardEvent, memo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { CellMark, cellLabel, cellsOf } from "@/entities/attendance/cell-mark";
import { PersonCell } from "@/entities/people/person-cell";
import { useLanguage } from "@/i18n/use-language";
import { formatDate, weekdayNarrow, weekdayOf } from "@/lib/dates";
import { formatKpi } from "@/lib/format/percent";
import { cx } from "@/ui/cx";
import { nameWidths, useVirtualGrid } from "@/ui/table/grid/use-virtual-grid";
import { type Gap, gridCellOf } from "@/ui/table/grid/virtual-grid";
import { type GridLesson, type GridStudent, isAhead, type Month, nextCell } from "./attendance-month";

type GridProps = {
  month: Month;
  /** Column of today, or of the last lesson that has begun. */
  inView: number;
  today: string;
  pathOf: (lesson: GridLesson) => string;
};

const LAYOUT = { cell: { width: 36, height: 42 }, totals: 0, percent: 88, head: 48, foot: 0 };

export function AttendanceGrid({ month, inView, today, pathOf }: GridProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { lessons, students } = month;
  const grid = useVirtualGrid({
    rows: students.length,
    columns: lessons.length,
    layout: { ...LAYOUT, names: nameWidths(students) },
    initial: { column: inView, part: 1 / 3 },
  });

  function onKeyDown(event: KeyboardEvent) {
    const from = gridCellOf(event.target);
    if (!from) return;
    const lesson = lessons[from.column];
    if (event.key === "Enter" && lesson) {
      event.preventDefault();
      void navigate(pathOf(lesson));
      return;
    }
    const to = nextCell(from, event.key, { rows: students.length, columns: lessons.length });
    if (!to) return;
    event.preventDefault();
    grid.focusCell(to);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its cells are handled here
    <div
      ref={grid.box}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const cell = gridCellOf(event.target);
        if (cell) grid.setActive(cell);
      }}
      className="card w-fit max-w-full max-h-[calc(100dvh-220px)] min-h-64 overflow-auto print:max-h-none print:w-auto print:overflow-visible"
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrows move among its cells
        role="grid"
        aria-label={t("attendance.grid.label")}
        aria-rowcount={students.length + 1}
        aria-colcount={lessons.length + 2}
        className="table-fixed border-separate border-spacing-0 text-sm"
        style={{ width: grid.names + lessons.length * LAYOUT.cell.width + LAYOUT.percent }}
      >
        <colgroup>
          <col style={{ width: grid.names }} />
          <col span={lessons.length} style={{ width: LAYOUT.cell.width }} />
          <col style={{ width: LAYOUT.percent }} />
        </colgroup>
        <thead>
          <tr className="text-xs text-ink-soft" aria-rowindex={1}>
            <th
              scope="col"
              className="sticky top-0 left-0 z-20 border-b border-line bg-sunken px-3 text-left font-[550]"
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
          {grid.rows.map((row) =>
            typeof row === "number" ? (
              <StudentRow
                key={students[row]?.studentId}
                student={students[row] as GridStudent}
                row={row}
                lessons={lessons}
                columns={grid.columns}
                activeColumn={row === grid.active.row ? grid.active.column : null}
                today={today}
              />
            ) : (
              <tr key={`gap ${row.from}`} aria-hidden>
                <td colSpan={lessons.length + 2} style={{ height: row.size * LAYOUT.cell.height }} />
              </tr>
            ),
          )}
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

type RowProps = {
  student: GridStudent;
  row: number;
  lessons: GridLesson[];
  columns: readonly (number | Gap)[];
  /** The column that the Tab key reaches, where it is in this row. */
  activeColumn: number | null;
  today: string;
};

const StudentRow = memo(function StudentRow(props: RowProps) {
  const { student, row, lessons, columns, activeColumn, today } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const cells = cellsOf(student.cells, student.outside);
  return (
    <tr className="group" aria-rowindex={row + 2} style={{ height: LAYOUT.cell.height }}>
      <th
        scope="row"
        aria-colindex={1}
        className="sticky left-0 z-10 overflow-hidden border-b border-line-soft bg-surface px-3 py-1 text-left font-normal group-hover:bg-hover"
      >
        <PersonCell name={student.fullName} id={student.studentId} photo={student.photo} detail={student.hId} />
      </th>
      {columns.map((column) => {
        if (typeof column !== "number")
          return (
            <td
              key={`gap ${column.from}`}
              aria-hidden
              colSpan={column.size}
              className="border-b border-line-soft group-hover:bg-hover"
            />
          );
        const lesson = lessons[column];
        if (!lesson) return null;
        const status = cells[column] ?? null;
        const reason = student.reasons[column];
        const words = [cellLabel(status), reason ? t(`attendance.reasons.${REASONS[reason]}`) : null];
        return (
          <td
            key={lesson.id}
            data-cell={`${row}-${column}`}
            aria-colindex={column + 2}
            tabIndex={column === activeColumn ? 0 : -1}
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
      <td
        aria-colindex={lessons.length + 2}
        className="sticky right-0 border-b border-l border-line-soft bg-surface px-3 text-right font-[550] text-ink-strong group-hover:bg-hover"
      >
        {formatKpi(student.attendancePercentage, language)}
      </td>
    </tr>
  );
});
