/** Rows in columns, drawn from a page that the server gave; where it is narrow, cards. Knows nothing of addresses or calls. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "@/ui/controls/checkbox";
import { cx } from "@/ui/cx";
import type { Order } from "@/ui/list/list-address";
import { type Column, shownIds } from "./columns";
import { HeaderCell } from "./header-cell";
import { SkeletonRows } from "./skeleton-rows";
import { useOverflow } from "./use-overflow";
import { type RowActs, useRowWalk } from "./use-row-walk";
import type { RowSelection } from "./use-selection";

export interface DataTableProps<R> {
  /** What the table holds, for who can't see it. */
  caption: string;
  /** undefined: nothing to show yet. */
  rows: readonly R[] | undefined;
  rowId: (row: R) => number | string;
  columns: readonly Column<R>[];
  chosenColumns?: readonly string[] | undefined;
  page?: number;
  perPage?: number;
  sorted?: { column: string; order: Order } | undefined;
  onSort?: (order: Order, sortBy: string | undefined) => void;
  acts?: RowActs;
  /** The row shown beside the list. */
  marked?: number | string | null;
  actions?: (row: R) => ReactNode;
  /** Rows can be ticked; `name` says whom. */
  selection?: (RowSelection & { name: (row: R) => string }) | undefined;
  /** What is shown belongs to an older question. */
  old?: boolean;
}

const cell = "h-9 border-b border-line-soft px-3 whitespace-nowrap";
const sides = { right: "text-right", center: "text-center" };

export function DataTable<R extends object>(props: DataTableProps<R>) {
  const { t } = useTranslation();
  const { columns, rowId, page = 1, perPage = 10, selection } = props;
  const { box, wide } = useOverflow();
  const shown = shownIds(columns, props.chosenColumns);
  const drawn = columns.filter((column) => shown.includes(column.id));
  const rows = (props.rows ?? []).map((row) => ({ id: String(rowId(row)), row }));
  const pick = selection ? { pick: selection.toggle } : {};
  const walk = useRowWalk(rows.length, { ...props.acts, ...pick });
  const around = (selection ? 1 : 0) + (props.actions ? 1 : 0) + 1;
  return (
    <div ref={box} className={cx(wide && "max-h-[calc(100dvh-7rem)] overflow-auto")}>
      <table
        className="w-full border-separate border-spacing-0 text-sm"
        aria-busy={props.rows === undefined || props.old}
      >
        <caption className="sr-only">
          {props.caption}. {props.acts ? t("table.keys") : null}
          {selection ? `. ${t("lists.selection.keys")}` : null}
        </caption>
        <thead className={cx("sticky z-10", wide ? "top-0" : "top-[var(--header-height,56px)]")}>
          <tr>
            {selection ? (
              <th scope="col" className="h-9 w-10 border-b border-line bg-sunken pl-3 text-left [&>span]:align-middle">
                <Checkbox
                  checked={selection.tick}
                  onChange={selection.togglePage}
                  label={t("lists.selection.page")}
                  labelHidden
                />
              </th>
            ) : null}
            <HeaderCell label={t("table.number")} className="w-12" />
            {drawn.map((column) => {
              const sorted = orderOf(column.id, props.sorted);
              const sort = column.sort === undefined ? undefined : props.onSort;
              return (
                <HeaderCell
                  key={column.id}
                  label={column.header}
                  align={column.align}
                  className={column.wraps && "whitespace-normal! text-[11px]! leading-[14px]"}
                  sorted={sorted}
                  onSort={sort && (() => sort(sorted === "asc" ? "DESC" : "ASC", sortWord(column.sort)))}
                />
              );
            })}
            {props.actions ? <HeaderCell label={t("table.actions")} silent className="w-11" /> : null}
          </tr>
        </thead>
        {props.rows === undefined ? (
          <SkeletonRows rows={Math.min(perPage, 20)} columns={shown.length + around} />
        ) : (
          <tbody
            onKeyDown={walk.onKeyDown}
            onClick={walk.onClick}
            className={cx(props.acts?.open && "cursor-pointer", props.old && "opacity-60 transition-opacity")}
          >
            {rows.map(({ id, row }, index) => (
              <tr
                key={id}
                {...walk.row(index)}
                className={cx(
                  "group outline-none hover:[&>td]:bg-sunken focus-visible:[&>td]:bg-accent-soft",
                  "focus-visible:[&>td]:shadow-[inset_0_1px_var(--focus),inset_0_-1px_var(--focus)]",
                  (String(props.marked) === id || selection?.has(Number(id))) && "[&>td]:bg-accent-soft",
                )}
              >
                {selection ? (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the tick in it takes the keys; this notes Shift
                  <td
                    className={cx(cell, "pr-0 [&>span]:align-middle")}
                    onClick={(event) => {
                      if (!event.shiftKey || !(event.target instanceof HTMLInputElement)) return;
                      event.preventDefault();
                      selection.toggle(index, { range: true });
                    }}
                  >
                    <Checkbox
                      checked={selection.has(Number(id))}
                      onChange={(on) => selection.toggle(index, { on })}
                      label={t("lists.selection.row", { name: selection.name(row) })}
                      labelHidden
                    />
                  </td>
                ) : null}
                <td className={cx(cell, "text-mut")}>{(page - 1) * perPage + index + 1}</td>
                {drawn.map((column) => (
                  <td
                    key={column.id}
                    className={cx(
                      cell,
                      column.align && sides[column.align],
                      column.grows && "w-full max-w-0",
                      column.grows && (column.grows === true ? "min-w-56" : "min-w-26"),
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ))}
                {props.actions ? <td className={cx(cell, "pr-2 text-right")}>{props.actions(row)}</td> : null}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

function orderOf(column: string, sorted: { column: string; order: Order } | undefined): "asc" | "desc" | false {
  if (sorted?.column !== column) return false;
  return sorted.order === "DESC" ? "desc" : "asc";
}

const sortWord = (sort: true | string | undefined) => (typeof sort === "string" ? sort : undefined);
