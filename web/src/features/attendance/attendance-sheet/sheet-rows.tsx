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

export type ShownRow = {
  row: SheetRow;
  now: ShownMark;
  conflicting: boolean;
  refused: boolean;
  /** Address of the lesson's history; null without the right to it. */
  history: string | null;
};

type RowProps = ShownRow & { number: number; at: boolean; awaited: boolean; fixed: boolean; handlers: RowHandlers };

export type SheetRowsProps = {
  rows: readonly ShownRow[];
  /** Student of the keyboard focus. */
  at: number | null;
  /** Student whose reason the next digit sets. */
  awaited: number | null;
  /** Nothing can be marked. */
  fixed: boolean;
  handlers: RowHandlers;
};

/**
 * Columns that give way to the names in a narrow class: three of the six lessons, then arrival times, which go below
 * the name, then all earlier lessons.
 */
const WITH_DOOR = "@max-[880px]:hidden";
const WITHOUT_DOOR = "@min-[880px]:hidden";
const WITH_LAST = "@max-[740px]:hidden";

function Head({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={cx(
        // Below the page's head, which is pinned too; the card that would clip it has no scroll bars.
        "sticky top-(--page-top) z-10 border-b border-line bg-sunken whitespace-nowrap first:rounded-tl-[11px] last:rounded-tr-[11px]",
        className,
      )}
    >
      {children}
    </th>
  );
}

export function SheetTable({ rows, at, awaited, fixed, handlers }: SheetRowsProps) {
  const { t } = useTranslation();
  return (
    <div className="card @container">
      <table className="w-full border-separate border-spacing-0 text-sm">
        <thead>
          <tr className="text-left text-xs text-ink-soft [&>th]:h-[38px] [&>th]:px-2 [&>th]:font-[550] [&>th]:first:pl-3 [&>th]:last:pr-3">
            <Head>{t("attendance.columns.number")}</Head>
            <Head>{t("attendance.columns.student")}</Head>
            <Head className={WITH_DOOR}>{t("attendance.columns.entered")}</Head>
            <Head>{t("attendance.columns.status")}</Head>
            <Head>{t("attendance.columns.reason")}</Head>
            <Head className={cx(WITH_LAST, "@max-[960px]:whitespace-normal")}>
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
              awaited={one.row.studentId === awaited}
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
  const plain = ["row", "conflicting", "refused", "history", "number", "at", "awaited", "fixed", "handlers"] as const;
  const shown = ["status", "reason", "from", "usual"] as const;
  return plain.every((name) => one[name] === other[name]) && shown.every((name) => one.now[name] === other.now[name]);
}

const TableRow = memo(function TableRow(props: RowProps) {
  const { row, now, conflicting, refused, history, number, at, awaited, fixed, handlers } = props;
  const zone = useZone();
  return (
    <tr
      data-student={row.studentId}
      aria-current={at || undefined}
      onPointerDown={() => handlers.point(row.studentId)}
      className={cx(
        "h-10 not-last:[&>td]:border-b [&>td]:border-line-soft [&>td]:px-2 [&>td]:py-0.5 [&>td]:first:pl-3 [&>td]:last:pr-3",
        at && "bg-accent-soft shadow-[inset_2px_0_0_var(--bar)]",
      )}
    >
      <td className="w-9 text-mut">{number}</td>
      <td className="w-full max-w-0 min-w-[196px] @max-[660px]:min-w-[160px]">
        <PersonCell
          name={row.fullName}
          id={row.studentId}
          photo={row.photo}
          detail={
            <>
              <RowDetail row={row} now={now} conflicting={conflicting} history={history} />
              {row.entered ? (
                <span aria-hidden className={WITHOUT_DOOR}>{` · ${formatTime(row.entered, zone)}`}</span>
              ) : null}
            </>
          }
        />
      </td>
      <td className={cx("text-mut", WITH_DOOR)}>{row.entered ? formatTime(row.entered, zone) : "—"}</td>
      <td className="whitespace-nowrap">
        <Choice row={row} now={now} refused={refused} fixed={fixed} handlers={handlers} />
      </td>
      <td className="min-w-[156px]">
        <Why row={row} now={now} awaited={awaited} fixed={fixed} handlers={handlers} />
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
    // The sign of a rejected mark has its place at all times: the buttons stay where they were pressed.
    <span className="relative inline-flex items-center pr-5 max-sm:flex max-sm:flex-wrap [&>[role=radiogroup]]:max-sm:flex-1">
      <StatusChoice
        studentId={row.studentId}
        name={row.fullName}
        now={now}
        disabled={fixed}
        onChoose={(status) => handlers.mark(row, status)}
      />
      {refused ? (
        <span title={t("attendance.notTaken")} className="absolute right-0 text-warn">
          <CircleAlert aria-hidden size={16} strokeWidth={2} />
          <span className="sr-only">{t("attendance.notTaken")}</span>
        </span>
      ) : null}
    </span>
  );
}

function Why({ row, now, awaited, fixed, handlers }: ChoiceProps & { awaited: boolean }) {
  if (!isMarkable(row)) return null;
  const choose = (reason: Reason) => {
    handlers.reason(row, reason);
    // From there the arrows go on to the next student: at once, for the next key may come before a frame.
    queueMicrotask(() => document.getElementById(choiceId(row.studentId))?.focus({ preventScroll: true }));
  };
  return <ReasonChoice name={row.fullName} now={now} awaited={awaited} disabled={fixed} onChoose={choose} />;
}

export function SheetCards({ rows, awaited, fixed, handlers }: SheetRowsProps) {
  const { t } = useTranslation();
  const zone = useZone();
  return (
    <ul aria-label={t("attendance.title")} className="card divide-y divide-line-soft">
      {rows.map(({ row, now, conflicting, refused, history }) => (
        <li key={row.studentId} data-student={row.studentId} className="grid grid-cols-[minmax(0,1fr)] gap-2.5 p-3">
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <PersonCell
                name={row.fullName}
                id={row.studentId}
                photo={row.photo}
                detail={<RowDetail row={row} now={now} conflicting={conflicting} history={history} />}
              />
            </div>
            <span className="grid justify-items-end gap-1 text-sm text-mut">
              {row.entered ? formatTime(row.entered, zone) : "—"}
              <LastLessons row={row} />
            </span>
          </div>
          <div className="flex flex-wrap items-center gap-2.5 max-sm:grid">
            <Choice row={row} now={now} refused={refused} fixed={fixed} handlers={handlers} />
            <Why row={row} now={now} awaited={row.studentId === awaited} fixed={fixed} handlers={handlers} />
          </div>
        </li>
      ))}
    </ul>
  );
}
