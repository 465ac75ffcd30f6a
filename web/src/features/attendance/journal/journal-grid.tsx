/** Students × days: names, headers and totals are pinned, arrows move among the cells, a tooltip describes one. */
import { type FocusEvent, type KeyboardEvent, memo, type SyntheticEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { CellMark } from "@/entities/attendance/cell-mark";
import { PersonCell } from "@/entities/people/person-cell";
import { useLanguage } from "@/i18n/use-language";
import { monthShort, weekdayNarrow, weekdayOf } from "@/lib/dates";
import { formatKpi } from "@/lib/format/percent";
import { cx } from "@/ui/cx";
import { PointedTooltip } from "@/ui/popover/armed-tooltip";
import { nameWidths, useVirtualGrid } from "@/ui/table/grid/use-virtual-grid";
import { type Gap, gridCellOf } from "@/ui/table/grid/virtual-grid";
import { nextCell } from "../month/attendance-month";
import {
  dayLabel,
  dayName,
  describeCell,
  isShown,
  type Journal,
  type JournalDay,
  type JournalStudent,
  type Show,
  type Stats,
  statusOf,
} from "./journal-days";

type GridProps = { journal: Journal; students: JournalStudent[]; show: Show; today: string };
type Described = { anchor: HTMLElement; text: string };

const LAYOUT = {
  cell: { width: 36, height: 42 },
  totals: 3 * 76,
  percent: 88,
  head: 48,
  foot: 36,
};
/** Keys scroll cells under a pointer that rests: for so long that is not hovering. */
const KEYS_WIN_MS = 400;
const COUNTS = ["attended", "late", "absent"] as const;

export function JournalGrid({ journal, students, show, today }: GridProps) {
  const { t } = useTranslation();
  const keyed = useRef(Number.NEGATIVE_INFINITY);
  const [described, setDescribed] = useState<Described | null>(null);
  const { days } = journal;
  const inView = days.findLastIndex((day) => day.date <= today);
  const grid = useVirtualGrid({
    rows: students.length,
    columns: days.length,
    layout: { ...LAYOUT, names: nameWidths(students) },
    initial: { column: inView, part: 1 / 2 },
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") setDescribed(null);
    const from = gridCellOf(event.target);
    if (!from) return;
    const to = event.ctrlKey
      ? cornerOf(event.key, students.length, days.length)
      : nextCell(from, event.key, { rows: students.length, columns: days.length });
    if (!to) return;
    event.preventDefault();
    keyed.current = performance.now();
    grid.focusCell(to);
  }

  function onFocus(event: FocusEvent) {
    const cell = gridCellOf(event.target);
    if (cell) grid.setActive(cell);
    describe(event);
  }

  function describe(event: SyntheticEvent) {
    if (event.type === "mouseover" && performance.now() - keyed.current < KEYS_WIN_MS) return;
    const anchor = (event.target as HTMLElement).closest<HTMLElement>("[data-cell]");
    const at = gridCellOf(event.target);
    const student = at && students[at.row];
    const day = at && days[at.column];
    const what = at && student?.cells[at.column];
    if (!anchor || !student || !day || !what) return setDescribed(null);
    setDescribed({ anchor, text: [student.fullName, dayName(t, day), describeCell(t, what)].join(" · ") });
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys and the pointer of its cells are handled here */}
      <div
        ref={grid.box}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={() => setDescribed(null)}
        onMouseOver={describe}
        onMouseLeave={() => setDescribed(null)}
        // Keys scroll too: the tooltip follows the focused cell, and no other.
        onScroll={() =>
          setDescribed((before) => (before && before.anchor === document.activeElement ? { ...before } : null))
        }
        className="card w-fit max-w-full max-h-[calc(100dvh-220px)] min-h-64 overflow-auto print:max-h-none print:w-auto print:overflow-visible"
      >
        <Cells
          journal={journal}
          students={students}
          show={show}
          today={today}
          rows={grid.rows}
          columns={grid.columns}
          names={grid.names}
          activeRow={grid.active.row}
          activeColumn={grid.active.column}
        />
      </div>
      {described ? <PointedTooltip at={described.anchor}>{described.text}</PointedTooltip> : null}
    </>
  );
}

type CellsProps = GridProps & {
  rows: readonly (number | Gap)[];
  columns: readonly (number | Gap)[];
  names: number;
  activeRow: number;
  activeColumn: number;
};

/** Rendered once, independent of the pointer. */
const Cells = memo(function Cells(props: CellsProps) {
  const { journal, students, show, today, rows, columns, names, activeRow, activeColumn } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const { days } = journal;
  const months = new Set(days.map((day) => day.date.slice(0, 7))).size;
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrows move among its cells
      role="grid"
      aria-label={t("journal.label")}
      aria-rowcount={students.length + 2}
      aria-colcount={days.length + 5}
      className="table-fixed border-separate border-spacing-0 text-sm"
      style={{ width: names + days.length * LAYOUT.cell.width + LAYOUT.totals + LAYOUT.percent }}
    >
      <colgroup>
        <col style={{ width: names }} />
        <col span={days.length} style={{ width: LAYOUT.cell.width }} />
        <col span={COUNTS.length} style={{ width: LAYOUT.totals / COUNTS.length }} />
        <col style={{ width: LAYOUT.percent }} />
      </colgroup>
      <thead>
        <tr className="text-xs text-ink-soft" aria-rowindex={1}>
          <th scope="col" className="sticky top-0 left-0 z-20 border-b border-line bg-sunken px-3 text-left font-[550]">
            {t("journal.student")}
          </th>
          {days.map((day, column) => (
            <Head key={day.lessonId} day={day} column={column} isToday={day.date === today} named={months > 1} />
          ))}
          {COUNTS.map((name) => (
            <th key={name} scope="col" className="sticky top-0 z-10 border-b border-line bg-sunken px-2 font-[550]">
              {t(`journal.totals.${name}`)}
            </th>
          ))}
          <th
            scope="col"
            className="sticky top-0 right-0 z-20 border-b border-l border-line bg-sunken px-3 text-right font-[550]"
          >
            {t("journal.totals.percentage")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) =>
          typeof row === "number" ? (
            <StudentRow
              key={students[row]?.studentId}
              student={students[row] as JournalStudent}
              row={row}
              days={days}
              columns={columns}
              activeColumn={row === activeRow ? activeColumn : null}
              show={show}
              today={today}
            />
          ) : (
            <tr key={`gap ${row.from}`} aria-hidden>
              <td colSpan={days.length + 5} style={{ height: row.size * LAYOUT.cell.height }} />
            </tr>
          ),
        )}
      </tbody>
      <tfoot>
        <tr className="text-xs font-[550] text-ink-soft" aria-rowindex={students.length + 2}>
          <th
            scope="row"
            className="sticky bottom-0 left-0 z-20 border-t border-line bg-sunken px-3 text-left font-[550]"
          >
            {t("journal.group")}
          </th>
          {days.map((day) => (
            <td key={day.lessonId} className="sticky bottom-0 z-10 h-9 border-t border-line bg-sunken text-center">
              {wholePercent(day.additionalStats.attendancePercentage)}
            </td>
          ))}
          <Totals
            stats={journal.additionalStats}
            from={days.length + 2}
            className="sticky bottom-0 z-10 border-t border-line bg-sunken"
          />
          <td className="sticky right-0 bottom-0 z-20 border-t border-l border-line bg-sunken px-3 text-right text-sm font-[650] text-ink-strong">
            {formatKpi(journal.additionalStats.attendancePercentage, language)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
});

type HeadProps = { day: JournalDay; column: number; isToday: boolean; named: boolean };

function Head({ day, column, isToday, named }: HeadProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const weekday = weekdayOf(day.date);
  return (
    <th
      scope="col"
      data-column={column}
      aria-label={dayLabel(t, day)}
      title={dayLabel(t, day)}
      aria-current={isToday ? "date" : undefined}
      className={cx(
        "sticky top-0 z-10 h-12 min-w-9 border-b border-line p-0 text-center font-[550]",
        isToday ? "bg-accent-soft-strong" : "bg-sunken",
        day.marked ? "text-ink-strong" : "text-mut",
      )}
    >
      <span className="grid content-center leading-4">
        <span className="text-sm font-[650]">{day.date.slice(8)}</span>
        <span className="text-[11px]">
          {named ? monthShort(Number(day.date.slice(5, 7)), language) : weekdayNarrow(weekday, language)}
        </span>
      </span>
    </th>
  );
}

type RowProps = {
  student: JournalStudent;
  row: number;
  days: JournalDay[];
  columns: readonly (number | Gap)[];
  /** The column that the Tab key reaches, where it is in this row. */
  activeColumn: number | null;
  show: Show;
  today: string;
};

const StudentRow = memo(function StudentRow(props: RowProps) {
  const { student, row, days, columns, activeColumn, show, today } = props;
  const { t } = useTranslation();
  const language = useLanguage();
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
        const day = days[column];
        const cell = student.cells[column];
        if (!cell) return null;
        return (
          <td
            key={day?.lessonId ?? column}
            data-cell={`${row}-${column}`}
            aria-colindex={column + 2}
            tabIndex={column === activeColumn ? 0 : -1}
            aria-label={describeCell(t, cell)}
            className={cx(
              "border-b border-line-soft p-0 focus-visible:-outline-offset-2 group-hover:bg-hover",
              day?.date === today && "bg-accent-soft",
              day?.noClassReason !== null && "bg-quiet-soft",
            )}
          >
            <span className={cx("grid place-items-center", !isShown(cell, show) && "opacity-15")}>
              {cell.attendance === null && day && day.date > today ? null : <CellMark status={statusOf(cell)} large />}
            </span>
          </td>
        );
      })}
      <Totals
        stats={student.additionalStats}
        from={days.length + 2}
        className="border-b border-line-soft group-hover:bg-hover"
      />
      <td
        aria-colindex={days.length + 5}
        className="sticky right-0 border-b border-l border-line-soft bg-surface px-3 text-right font-[550] text-ink-strong group-hover:bg-hover"
      >
        {formatKpi(student.additionalStats.attendancePercentage, language)}
      </td>
    </tr>
  );
});

function Totals({ stats, from, className }: { stats: Stats; from: number; className: string }) {
  return COUNTS.map((name, at) => (
    <td key={name} aria-colindex={from + at} className={cx("px-2 text-center", className)}>
      {stats[name]}
    </td>
  ));
}

/** A narrow column has no room for tenths; the exact number is in the totals. */
const wholePercent = (percent: number | null) => (percent === null ? "" : Math.round(percent));

function cornerOf(key: string, rows: number, columns: number): { row: number; column: number } | null {
  if (key === "Home") return { row: 0, column: 0 };
  return key === "End" ? { row: rows - 1, column: columns - 1 } : null;
}
