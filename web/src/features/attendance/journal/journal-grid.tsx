/** Students × days: names, heads and totals stay, arrows move among the cells, one bubble tells of the cell pointed at. */
import { type KeyboardEvent, memo, type SyntheticEvent, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { CellMark } from "@/entities/attendance/cell-mark";
import { PersonCell } from "@/entities/people/person-cell";
import { useLanguage } from "@/i18n/use-language";
import { monthShort, weekdayNarrow, weekdayOf } from "@/lib/dates";
import { kpiWords } from "@/lib/format/percent";
import { cx } from "@/ui/cx";
import { PointedTooltip } from "@/ui/popover/armed-tooltip";
import { moved } from "../month/attendance-month";
import {
  cellWords,
  dayName,
  dayWords,
  isShown,
  type Journal,
  type JournalDay,
  type JournalStudent,
  type Show,
  type Stats,
  statusOf,
} from "./journal-days";

type GridProps = { journal: Journal; students: JournalStudent[]; show: Show; today: string };
type Told = { anchor: HTMLElement; text: string };

const NAMES_PX = 220;
/** Moving by keys scrolls cells under a pointer that lies still: that is no pointing. */
const KEYS_WIN_MS = 400;
const COUNTS = ["attended", "late", "absent"] as const;
const at = (row: number, column: number) => `[data-cell="${row}-${column}"]`;

export function JournalGrid({ journal, students, show, today }: GridProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const keyed = useRef(Number.NEGATIVE_INFINITY);
  const [told, setTold] = useState<Told | null>(null);
  const { days } = journal;
  const inView = days.findLastIndex((day) => day.date <= today);

  useLayoutEffect(() => {
    const head = box.current?.querySelector<HTMLElement>(`[data-column="${inView}"]`);
    if (box.current && head) box.current.scrollLeft = head.offsetLeft - NAMES_PX - box.current.clientWidth / 2;
  }, [inView]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") setTold(null);
    const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-cell]");
    if (!cell) return;
    const [row = 0, column = 0] = (cell.dataset.cell ?? "").split("-").map(Number);
    const to = event.ctrlKey
      ? cornerOf(event.key, students.length, days.length)
      : moved({ row, column }, event.key, { rows: students.length, columns: days.length });
    const next = to && box.current?.querySelector<HTMLElement>(at(to.row, to.column));
    if (!next) return;
    event.preventDefault();
    keyed.current = performance.now();
    // One stop of the Tab key; by hand, so that nothing of a thousand cells is drawn again.
    cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  function tell(event: SyntheticEvent) {
    if (event.type === "mouseover" && performance.now() - keyed.current < KEYS_WIN_MS) return;
    const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-cell]");
    const [row = 0, column = 0] = (cell?.dataset.cell ?? "").split("-").map(Number);
    const student = students[row];
    const day = days[column];
    const what = student?.cells[column];
    if (!cell || !student || !day || !what) return setTold(null);
    setTold({ anchor: cell, text: [student.fullName, dayName(t, day), cellWords(t, what)].join(" · ") });
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys and the pointer of its cells are heard here */}
      <div
        ref={box}
        onKeyDown={onKeyDown}
        onFocus={tell}
        onBlur={() => setTold(null)}
        onMouseOver={tell}
        onMouseLeave={() => setTold(null)}
        // Moving on by keys scrolls: the bubble follows the cell that has the focus, and no other.
        onScroll={() => setTold((told) => (told && told.anchor === document.activeElement ? { ...told } : null))}
        className="card w-fit max-w-full max-h-[calc(100dvh-220px)] min-h-64 overflow-auto"
      >
        <Cells journal={journal} students={students} show={show} today={today} />
      </div>
      {told ? <PointedTooltip at={told.anchor}>{told.text}</PointedTooltip> : null}
    </>
  );
}

/** What is drawn once, whatever the pointer does. */
const Cells = memo(function Cells({ journal, students, show, today }: GridProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { days } = journal;
  const months = new Set(days.map((day) => day.date.slice(0, 7))).size;
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are moved among with the arrows
    <table role="grid" aria-label={t("journal.label")} className="border-separate border-spacing-0 text-sm">
      <thead>
        <tr className="text-xs text-ink-soft">
          <th
            scope="col"
            className="sticky top-0 left-0 z-20 border-b border-line bg-sunken px-3 text-left font-[550]"
            style={{ minWidth: NAMES_PX }}
          >
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
        {students.map((student, row) => (
          <StudentRow key={student.studentId} student={student} row={row} days={days} show={show} today={today} />
        ))}
      </tbody>
      <tfoot>
        <tr className="text-xs font-[550] text-ink-soft">
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
          <Totals stats={journal.additionalStats} className="sticky bottom-0 z-10 border-t border-line bg-sunken" />
          <td className="sticky right-0 bottom-0 z-20 border-t border-l border-line bg-sunken px-3 text-right text-sm font-[650] text-ink-strong">
            {kpiWords(journal.additionalStats.attendancePercentage, language)}
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
      aria-label={dayWords(t, day)}
      title={dayWords(t, day)}
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

type RowProps = { student: JournalStudent; row: number; days: JournalDay[]; show: Show; today: string };

const StudentRow = memo(function StudentRow({ student, row, days, show, today }: RowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <tr className="group">
      <th
        scope="row"
        className="sticky left-0 z-10 max-w-[260px] border-b border-line-soft bg-surface px-3 py-1 text-left font-normal group-hover:bg-hover"
      >
        <PersonCell name={student.fullName} id={student.studentId} photo={student.photo} detail={student.hId} />
      </th>
      {student.cells.map((cell, column) => {
        const day = days[column];
        return (
          <td
            key={day?.lessonId ?? column}
            data-cell={`${row}-${column}`}
            tabIndex={row === 0 && column === 0 ? 0 : -1}
            aria-label={cellWords(t, cell)}
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
      <Totals stats={student.additionalStats} className="border-b border-line-soft group-hover:bg-hover" />
      <td className="sticky right-0 border-b border-l border-line-soft bg-surface px-3 text-right font-[550] text-ink-strong group-hover:bg-hover">
        {kpiWords(student.additionalStats.attendancePercentage, language)}
      </td>
    </tr>
  );
});

function Totals({ stats, className }: { stats: Stats; className: string }) {
  return COUNTS.map((name) => (
    <td key={name} className={cx("px-2 text-center", className)}>
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
