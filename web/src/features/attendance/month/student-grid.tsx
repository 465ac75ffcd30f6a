/** Frame of a grid of students × days: names, headers and percentages are pinned, gaps stand for what is out of view. */
import type { ReactNode } from "react";
import { PersonCell } from "@/entities/people/person-cell";
import type { Gap } from "@/ui/table/grid/virtual-grid";

export const CELL = { width: 36, height: 42 };
export const PERCENT_WIDTH = 88;
export const HEAD_HEIGHT = 48;

/** Scrolled box around the grid. */
export const GRID_BOX =
  "card w-fit max-w-full max-h-[calc(100dvh-220px)] min-h-64 overflow-auto print:max-h-none print:w-auto print:overflow-visible";
/** Every cell of a row of the grid that is not pinned. */
export const ROW_CELL = "border-b border-line-soft group-hover:bg-hover";
export const MARK_CELL = `${ROW_CELL} p-0 focus-visible:-outline-offset-2`;

type GridTableProps = {
  label: string;
  students: number;
  days: number;
  /** Width of the names in pixels. */
  names: number;
  /** Widths of the columns between the days and the percentage. */
  totals?: readonly number[];
  rows: readonly (number | Gap)[];
  studentHead: string;
  percentHead: string;
  /** Headers of the days and of the totals. */
  heads: ReactNode;
  row: (at: number) => ReactNode;
  foot?: ReactNode;
};

export function GridTable(props: GridTableProps) {
  const { label, students, days, names, totals = [], rows, studentHead, percentHead, heads, row, foot } = props;
  const columns = days + totals.length + 2;
  const width = totals.reduce((sum, total) => sum + total, names + days * CELL.width + PERCENT_WIDTH);
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrows move among its cells
      role="grid"
      aria-label={label}
      aria-rowcount={students + (foot ? 2 : 1)}
      aria-colcount={columns}
      className="table-fixed border-separate border-spacing-0 text-sm"
      style={{ width }}
    >
      <colgroup>
        <col style={{ width: names }} />
        <col span={days} style={{ width: CELL.width }} />
        {totals.length > 0 ? <col span={totals.length} style={{ width: totals[0] }} /> : null}
        <col style={{ width: PERCENT_WIDTH }} />
      </colgroup>
      <thead>
        <tr className="text-xs text-ink-soft" aria-rowindex={1}>
          <th scope="col" className="sticky top-0 left-0 z-20 border-b border-line bg-sunken px-3 text-left font-[550]">
            {studentHead}
          </th>
          {heads}
          <th
            scope="col"
            className="sticky top-0 right-0 z-20 border-b border-l border-line bg-sunken px-3 text-right leading-4 font-[550]"
          >
            {percentHead}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((at) =>
          typeof at === "number" ? (
            row(at)
          ) : (
            <tr key={`gap ${at.from}`} aria-hidden>
              <td colSpan={columns} style={{ height: at.size * CELL.height }} />
            </tr>
          ),
        )}
      </tbody>
      {foot ? <tfoot>{foot}</tfoot> : null}
    </table>
  );
}

type GridRowProps = {
  student: { studentId: number; fullName: string; photo: string | null; hId: string | null };
  row: number;
  columns: readonly (number | Gap)[];
  cell: (column: number) => ReactNode;
  /** Cells between the days and the percentage. */
  totals?: ReactNode;
  percent: ReactNode;
  /** Column of the percentage, from 1. */
  percentColumn: number;
};

export function GridRow({ student, row, columns, cell, totals, percent, percentColumn }: GridRowProps) {
  return (
    <tr className="group" aria-rowindex={row + 2} style={{ height: CELL.height }}>
      <th
        scope="row"
        aria-colindex={1}
        className="sticky left-0 z-10 overflow-hidden border-b border-line-soft bg-surface px-3 py-1 text-left font-normal group-hover:bg-hover"
      >
        <PersonCell name={student.fullName} id={student.studentId} photo={student.photo} detail={student.hId} />
      </th>
      {columns.map((column) =>
        typeof column === "number" ? (
          cell(column)
        ) : (
          <td key={`gap ${column.from}`} aria-hidden colSpan={column.size} className={ROW_CELL} />
        ),
      )}
      {totals}
      <td
        aria-colindex={percentColumn}
        className="sticky right-0 border-b border-l border-line-soft bg-surface px-3 text-right font-[550] text-ink-strong group-hover:bg-hover"
      >
        {percent}
      </td>
    </tr>
  );
}

/** Attributes of a cell that the keys reach; `active` is the column that the Tab key reaches in this row. */
export const cellAttributes = (row: number, column: number, active: number | null) => ({
  "data-cell": `${row}-${column}`,
  "aria-colindex": column + 2,
  tabIndex: column === active ? 0 : -1,
});
