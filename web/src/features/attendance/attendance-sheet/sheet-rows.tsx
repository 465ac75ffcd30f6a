/** The class: a table, on a phone cards. */
import { CircleAlert } from "lucide-react";
import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { PersonCell } from "@/entities/people/person-cell";
import { formatTime } from "@/lib/dates";
import { cx } from "@/ui/cx";
import { StatusTag } from "@/ui/display/status-tag";
import type { SheetRow } from "../state/api-types";
import { isMarkable, type Reason, type ShownMark, type Status } from "../state/sheet-state";
import { LastLessons, ReasonChoice, RowDetail, WITH_SIX, WITHOUT_SIX } from "./row-parts";
import { choiceId, StatusChoice } from "./status-choice";

export type RowHandlers = {
  mark: (row: SheetRow, status: Status) => void;
  reason: (row: SheetRow, reason: Reason) => void;
  point: (studentId: number) => void;
};

export type ShownRow = { row: SheetRow; now: ShownMark; conflicting: boolean; refused: boolean };

type RowProps = ShownRow & { number: number; at: boolean; fixed: boolean; handlers: RowHandlers };

export type SheetRowsProps = {
  rows: readonly ShownRow[];
  /** Student of the keyboard focus. */
  at: number | null;
  /** Nothing can be marked. */
  fixed: boolean;
  handlers: RowHandlers;
};

/** Columns that give way in a narrow class: three of the six lessons, then arrival times, then all earlier lessons. */
const WITH_DOOR = "@max-[740px]:hidden";
const WITH_LAST = "@max-[680px]:hidden";

function Head({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={cx("whitespace-nowrap", className)}>
      {children}
    </th>
  );
}

export function SheetTable({ rows, at, fixed, handlers }: SheetRowsProps) {
  const { t } = useTranslation();
  return (
    <div className="card @container overflow-x-auto">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line bg-sunken text-left text-xs text-ink-soft [&>th]:h-[38px] [&>th]:px-2 [&>th]:font-[550] [&>th]:first:pl-3 [&>th]:last:pr-3">
            <Head>{t("attendance.columns.number")}</Head>
            <Head>{t("attendance.columns.student")}</Head>
            <Head className={WITH_DOOR}>{t("attendance.columns.entered")}</Head>
            <Head>{t("attendance.columns.status")}</Head>
            <Head>{t("attendance.columns.reason")}</Head>
            <Head className={cx(WITH_LAST, "@max-[820px]:whitespace-normal")}>
              <span className={WITH_SIX}>{t("attendance.columns.last")}</span>
              <span className={WITHOUT_SIX}>{t("attendance.columns.lastFew")}</span>
            </Head>
          </tr>
        </thead>
        <tbody>
          {rows.map((one, index) => (
            <TableRow
              key={one.row.studentId}
              {...one}
              number={index + 1}
              at={one.row.studentId === at}
              fixed={fixed}
              handlers={handlers}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Renders only a row that changed: a class of sixty is marked as fast as one of six. */
function rendersSame(one: RowProps, other: RowProps): boolean {
  const plain = ["row", "conflicting", "refused", "number", "at", "fixed", "handlers"] as const;
  const shown = ["status", "reason", "from"] as const;
  return plain.every((name) => one[name] === other[name]) && shown.every((name) => one.now[name] === other.now[name]);
}

const TableRow = memo(function TableRow({ row, now, conflicting, refused, number, at, fixed, handlers }: RowProps) {
  const zone = useZone();
  return (
    <tr
      data-student={row.studentId}
      aria-current={at || undefined}
      onPointerDown={() => handlers.point(row.studentId)}
      className={cx(
        "h-10 border-line-soft not-last:border-b [&>td]:px-2 [&>td]:py-0.5 [&>td]:first:pl-3 [&>td]:last:pr-3",
        at && "bg-accent-soft shadow-[inset_2px_0_0_var(--bar)]",
      )}
    >
      <td className="w-9 text-mut">{number}</td>
      <td className="w-full max-w-0 min-w-[136px]">
        <PersonCell
          name={row.fullName}
          id={row.studentId}
          photo={row.photo}
          detail={<RowDetail row={row} conflicting={conflicting} />}
        />
      </td>
      <td className={cx("text-mut", WITH_DOOR)}>{row.entered ? formatTime(row.entered, zone) : "—"}</td>
      <td className="whitespace-nowrap">
        <Choice row={row} now={now} refused={refused} fixed={fixed} handlers={handlers} />
      </td>
      <td className="min-w-[156px]">
        <Why row={row} now={now} fixed={fixed} handlers={handlers} />
      </td>
      <td className={WITH_LAST}>
        <LastLessons row={row} gives />
      </td>
    </tr>
  );
}, rendersSame);

type ChoiceProps = Pick<RowProps, "row" | "now" | "fixed" | "handlers">;

function Choice({ row, now, refused, fixed, handlers }: ChoiceProps & { refused: boolean }) {
  const { t } = useTranslation();
  if (!isMarkable(row)) return <StatusTag tone="quiet">{t("attendance.cells.ended")}</StatusTag>;
  return (
    <span className="inline-flex items-center gap-1 max-sm:flex max-sm:flex-wrap [&>[role=radiogroup]]:max-sm:flex-1">
      <StatusChoice
        studentId={row.studentId}
        name={row.fullName}
        now={now}
        disabled={fixed}
        onChoose={(status) => handlers.mark(row, status)}
      />
      {refused ? (
        <span title={t("attendance.notTaken")} className="text-warn">
          <CircleAlert aria-hidden size={16} strokeWidth={2} />
          <span className="sr-only">{t("attendance.notTaken")}</span>
        </span>
      ) : null}
    </span>
  );
}

function Why({ row, now, fixed, handlers }: ChoiceProps) {
  if (!isMarkable(row)) return null;
  const choose = (reason: Reason) => {
    handlers.reason(row, reason);
    // From there the arrows go on to the next student.
    requestAnimationFrame(() => document.getElementById(choiceId(row.studentId))?.focus({ preventScroll: true }));
  };
  return <ReasonChoice name={row.fullName} now={now} disabled={fixed} onChoose={choose} />;
}

export function SheetCards({ rows, fixed, handlers }: SheetRowsProps) {
  const { t } = useTranslation();
  const zone = useZone();
  return (
    <ul aria-label={t("attendance.title")} className="card divide-y divide-line-soft">
      {rows.map(({ row, now, conflicting, refused }) => (
        <li key={row.studentId} data-student={row.studentId} className="grid grid-cols-[minmax(0,1fr)] gap-2.5 p-3">
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <PersonCell
                name={row.fullName}
                id={row.studentId}
                photo={row.photo}
                detail={<RowDetail row={row} conflicting={conflicting} />}
              />
            </div>
            <span className="grid justify-items-end gap-1 text-sm text-mut">
              {row.entered ? formatTime(row.entered, zone) : "—"}
              <LastLessons row={row} />
            </span>
          </div>
          <div className="flex flex-wrap items-center gap-2.5 max-sm:grid">
            <Choice row={row} now={now} refused={refused} fixed={fixed} handlers={handlers} />
            <Why row={row} now={now} fixed={fixed} handlers={handlers} />
          </div>
        </li>
      ))}
    </ul>
  );
}
