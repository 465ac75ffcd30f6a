/** Students × lessons of a month: names and headers are pinned, a header links to its lesson, arrows move among the cells. */
import { Hourglass } from "lucide-react";
import { type KeyboardEvent, memo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { CellMark, cellLabel, cellsOf } from "@/entities/attendance/cell-mark";
import { markedOf } from "@/entities/attendance/marking";
import { useLanguage } from "@/i18n/use-language";
import { formatDate, weekdayNarrow, weekdayOf } from "@/lib/dates";
import { formatKpi } from "@/lib/format/percent";
import { cx } from "@/ui/cx";
import { nameWidths, useVirtualGrid } from "@/ui/table/grid/use-virtual-grid";
import { type Gap, gridCellOf } from "@/ui/table/grid/virtual-grid";
import { type GridLesson, type GridStudent, isAhead, isMarked, type Month, nextCell } from "./attendance-month";
import {
  CELL,
  cellAttributes,
  GRID_BOX,
  GridRow,
  GridTable,
  HEAD_HEIGHT,
  MARK_CELL,
  PERCENT_WIDTH,
} from "./student-grid";

type GridProps = {
  month: Month;
  /** Column of today, or of the last lesson that has begun. */
  inView: number;
  today: string;
  pathOf: (lesson: GridLesson) => string;
};

const LAYOUT = { cell: CELL, totals: 0, percent: PERCENT_WIDTH, head: HEAD_HEIGHT, foot: 0 };

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
      className={GRID_BOX}
      style={{ scrollPadding: grid.scrollPadding }}
    >
      <GridTable
        label={t("attendance.grid.label")}
        students={students.length}
        days={lessons.length}
        names={grid.names}
        rows={grid.rows}
        studentHead={t("attendance.columns.student")}
        percentHead={t("attendance.columns.percentage")}
        heads={lessons.map((lesson, column) => (
          <Head key={lesson.id} lesson={lesson} column={column} isToday={lesson.date === today} to={pathOf(lesson)} />
        ))}
        row={(row) => (
          <StudentRow
            key={students[row]?.studentId}
            student={students[row] as GridStudent}
            row={row}
            lessons={lessons}
            columns={grid.columns}
            activeColumn={row === grid.active.row ? grid.active.column : null}
            marked={isMarked(month)}
            today={today}
          />
        )}
      />
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
  const marks = markedOf(lesson);
  const partly = lesson.marking === "partly" && !isAhead(lesson);
  const why =
    lesson.noClassReason !== null
      ? t("attendance.grid.noClass", { reason: lesson.noClassReason })
      : [
          partly ? t("attendance.markedOf", marks) : null,
          lesson.lateSentAt === null ? null : t("attendance.grid.waits"),
        ]
          .filter(Boolean)
          .join(". ");
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
        <span className={cx("text-[11px]", partly && "font-[650] text-warn")}>
          {partly ? `${marks.marked}/${marks.all}` : weekdayNarrow(weekday, language)}
        </span>
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
  /** Anybody of the class was ever marked; else the tab says so. */
  marked: boolean;
  today: string;
};

const StudentRow = memo(function StudentRow(props: RowProps) {
  const { student, row, lessons, columns, activeColumn, marked, today } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const cells = cellsOf(student.cells, student.outside);
  return (
    <GridRow
      student={student}
      row={row}
      columns={columns}
      percent={marked ? formatKpi(student.attendancePercentage, language) : ""}
      percentColumn={lessons.length + 2}
      cell={(column) => {
        const lesson = lessons[column];
        if (!lesson) return null;
        const status = cells[column] ?? null;
        const reason = student.reasons[column];
        // A reason that nobody chose has a question mark (D-24).
        const doubt = student.defaultReasons[column] ? "?" : "";
        const labels = [cellLabel(status), reason ? t(`attendance.reasons.${REASONS[reason]}`) + doubt : null];
        return (
          <td
            key={lesson.id}
            {...cellAttributes(row, column, activeColumn)}
            aria-label={labels.filter(Boolean).join(", ")}
            title={reason ? labels.join(", ") : undefined}
            className={cx(
              MARK_CELL,
              lesson.date === today && "bg-accent-soft",
              lesson.noClassReason !== null && "bg-quiet-soft",
            )}
          >
            <span className="grid place-items-center">
              {status === null && isAhead(lesson) ? null : <CellMark status={status} large />}
            </span>
          </td>
        );
      }}
    />
  );
});
