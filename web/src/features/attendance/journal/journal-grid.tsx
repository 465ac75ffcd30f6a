/** Students × days: names, headers and totals are pinned, arrows move among the cells, a tooltip describes one. */
import type { TFunction } from "i18next";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type SyntheticEvent,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { CellMark } from "@/entities/attendance/cell-mark";
import { useLanguage } from "@/i18n/use-language";
import { monthShort, weekdayNarrow, weekdayOf } from "@/lib/dates";
import { formatKnownKpi, formatKpi } from "@/lib/format/percent";
import { cx } from "@/ui/cx";
import { PointedTooltip } from "@/ui/popover/armed-tooltip";
import { nameWidths, useVirtualGrid } from "@/ui/table/grid/use-virtual-grid";
import { type Gap, gridCellOf } from "@/ui/table/grid/virtual-grid";
import { nextCell } from "../month/attendance-month";
import {
  CELL,
  cellAttributes,
  GRID_BOX,
  GridRow,
  GridTable,
  HEAD_HEIGHT,
  MARK_CELL,
  PERCENT_WIDTH,
  ROW_CELL,
} from "../month/student-grid";
import {
  COUNTS,
  dayLabel,
  dayName,
  describeCell,
  isShown,
  type Journal,
  type JournalCell,
  type JournalDay,
  type JournalStudent,
  percentOf,
  type Show,
  type Stats,
  statusOf,
  type View,
  wholePercent,
} from "./journal-days";
import { describeWork, totalsOf, type WorkReader, workPath, worksOf } from "./journal-works";
import { WorkMark } from "./work-mark";

type GridProps = {
  journal: Journal;
  students: JournalStudent[];
  view: View;
  show: Show;
  today: string;
  reader: WorkReader;
};
type Described = { anchor: HTMLElement; text: string };

const TOTALS = COUNTS.attendance.length;
/** Two cells, so that a grid scrolled to its end shows whole cells too. */
const TOTAL_WIDTH = 2 * CELL.width;
const LAYOUT = {
  cell: CELL,
  totals: TOTALS * TOTAL_WIDTH,
  percent: PERCENT_WIDTH,
  head: HEAD_HEIGHT,
  foot: 36,
};

export function JournalGrid({ journal, students, view, show, today, reader }: GridProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const pointer = useRef({ x: Number.NaN, y: Number.NaN });
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
    if (event.key === "Enter") return open(event);
    const to = event.ctrlKey
      ? cornerOf(event.key, students.length, days.length)
      : nextCell(from, event.key, { rows: students.length, columns: days.length });
    if (!to) return;
    event.preventDefault();
    grid.focusCell(to);
  }

  /** The work of a cell, in the view of homework. */
  function open(event: SyntheticEvent) {
    const at = gridCellOf(event.target);
    const [student, day] = [at && students[at.row], at && days[at.column]];
    const cell = at && student?.cells[at.column];
    const path = view === "homework" && student && day && cell ? workPath(reader, day, student, cell) : null;
    if (path) void navigate(path);
  }

  function onFocus(event: FocusEvent) {
    const cell = gridCellOf(event.target);
    if (cell) grid.setActive(cell);
    point(event);
  }

  /** Keys scroll cells under a pointer that rests: the focused cell stays described. */
  function onMouseOver(event: MouseEvent) {
    const { x, y } = pointer.current;
    pointer.current = { x: event.screenX, y: event.screenY };
    const rests = event.screenX === x && event.screenY === y;
    if (!rests || described?.anchor !== document.activeElement) point(event);
  }

  function point(event: SyntheticEvent) {
    const anchor = (event.target as HTMLElement).closest<HTMLElement>("[data-cell]");
    const at = gridCellOf(event.target);
    const student = at && students[at.row];
    const day = at && days[at.column];
    const what = at && student?.cells[at.column];
    if (!anchor || !student || !day || !what) return setDescribed(null);
    setDescribed({ anchor, text: [student.fullName, dayName(t, day), describe(t, view, what)].join(" · ") });
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys and the pointer of its cells are handled here */}
      <div
        ref={grid.box}
        onKeyDown={onKeyDown}
        onClick={open}
        onFocus={onFocus}
        onBlur={() => setDescribed(null)}
        onMouseOver={onMouseOver}
        onMouseLeave={() => setDescribed(null)}
        // Keys scroll too: the tooltip follows the focused cell, and no other.
        onScroll={() =>
          setDescribed((before) => (before && before.anchor === document.activeElement ? { ...before } : null))
        }
        className={GRID_BOX}
        style={{ scrollPadding: grid.scrollPadding }}
      >
        <Cells
          journal={journal}
          students={students}
          view={view}
          show={show}
          today={today}
          reader={reader}
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
  const { journal, students, view, show, today, reader, rows, columns, names, activeRow, activeColumn } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const { days } = journal;
  const months = new Set(days.map((day) => day.date.slice(0, 7))).size;
  return (
    <GridTable
      label={t("journal.label")}
      students={students.length}
      days={days.length}
      names={names}
      totals={COUNTS[view].map(() => TOTAL_WIDTH)}
      rows={rows}
      studentHead={t("journal.student")}
      percentHead={t(view === "homework" ? "journal.totals.homework" : "journal.totals.percentage")}
      heads={
        <>
          {days.map((day, column) => (
            <Head key={day.lessonId} day={day} column={column} isToday={day.date === today} named={months > 1} />
          ))}
          {COUNTS[view].map((name) => (
            <th
              key={name}
              scope="col"
              className="sticky top-0 z-10 border-b border-line bg-sunken px-1.5 leading-4 font-[550]"
            >
              {t(`journal.totals.${name}`)}
            </th>
          ))}
        </>
      }
      row={(row) => (
        <StudentRow
          key={students[row]?.studentId}
          student={students[row] as JournalStudent}
          row={row}
          days={days}
          columns={columns}
          activeColumn={row === activeRow ? activeColumn : null}
          marked={percentOf(view, journal.additionalStats) !== null}
          view={view}
          show={show}
          today={today}
          reader={reader}
        />
      )}
      foot={
        <tr className="text-xs font-[550] text-ink-soft" aria-rowindex={students.length + 2}>
          <th
            scope="row"
            className="sticky bottom-0 left-0 z-20 border-t border-line bg-sunken px-3 text-left font-[550]"
          >
            {t("journal.group")}
          </th>
          {days.map((day) => (
            <td key={day.lessonId} className="sticky bottom-0 z-10 h-9 border-t border-line bg-sunken text-center">
              {wholePercent(percentOf(view, day.additionalStats))}
            </td>
          ))}
          <Totals
            view={view}
            stats={journal.additionalStats}
            cells={worksOf(journal.students)}
            from={days.length + 2}
            className="sticky bottom-0 z-10 border-t border-line bg-sunken"
          />
          <td className="sticky right-0 bottom-0 z-20 border-t border-l border-line bg-sunken px-3 text-right text-sm font-[650] text-ink-strong">
            {formatKnownKpi(percentOf(view, journal.additionalStats), language)}
          </td>
        </tr>
      }
    />
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
  /** Anybody is marked in the journal. */
  marked: boolean;
  view: View;
  show: Show;
  today: string;
  reader: WorkReader;
};

const StudentRow = memo(function StudentRow(props: RowProps) {
  const { student, row, days, columns, activeColumn, marked, view, show, today, reader } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <GridRow
      student={student}
      row={row}
      columns={columns}
      totals={
        <Totals
          view={view}
          stats={student.additionalStats}
          cells={student.cells}
          from={days.length + 2}
          className={ROW_CELL}
        />
      }
      // In a journal without any mark the tab says why there are none.
      percent={marked ? formatKpi(percentOf(view, student.additionalStats), language) : ""}
      percentColumn={days.length + TOTALS + 2}
      cell={(column) => {
        const day = days[column];
        const cell = student.cells[column];
        if (!cell) return null;
        return (
          <td
            key={day?.lessonId ?? column}
            {...cellAttributes(row, column, activeColumn)}
            aria-label={describe(t, view, cell)}
            className={cx(
              MARK_CELL,
              day?.date === today && "bg-accent-soft",
              day?.noClassReason !== null && "bg-quiet-soft",
              view === "homework" && day && workPath(reader, day, student, cell) !== null && "cursor-pointer",
            )}
          >
            <span className={cx("grid place-items-center", !isShown(cell, show) && "opacity-15")}>
              {view === "homework" ? (
                <WorkMark cell={cell} />
              ) : cell.attendance === null && day && day.date > today ? null : (
                <CellMark status={statusOf(cell)} large />
              )}
            </span>
          </td>
        );
      }}
    />
  );
});

type TotalsProps = { view: View; stats: Stats; cells: readonly JournalCell[]; from: number; className: string };

function Totals({ view, stats, cells, from, className }: TotalsProps) {
  return totalsOf(view, stats, cells).map((value, at) => (
    <td key={COUNTS[view][at]} aria-colindex={from + at} className={cx("px-2 text-center", className)}>
      {value}
    </td>
  ));
}

const describe = (t: TFunction, view: View, cell: JournalCell) =>
  view === "homework" ? describeWork(t, cell) : describeCell(t, cell);

function cornerOf(key: string, rows: number, columns: number): { row: number; column: number } | null {
  if (key === "Home") return { row: 0, column: 0 };
  return key === "End" ? { row: rows - 1, column: columns - 1 } : null;
}
