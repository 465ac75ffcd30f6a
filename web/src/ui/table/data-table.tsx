/** Rows in columns, rendered from a page of the server; a phone gets cards instead. Knows nothing of addresses or calls. */
import { type CSSProperties, type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "@/ui/controls/checkbox";
import { cx } from "@/ui/cx";
import type { Order } from "@/ui/list/list-address";
import type { Column } from "./columns";
import { HeaderCell } from "./header-cell";
import { ResizeHandle } from "./sizing/resize-handle";
import { SkeletonRows } from "./skeleton-rows";
import { ACTIONS, NUMBER, SELECT, useTableModel } from "./table-model";
import { useKeptFocus } from "./use-kept-focus";
import { type RowHandlers, useRovingFocus } from "./use-roving-focus";
import type { RowSelection } from "./use-selection";

export interface DataTableProps<R> {
  /** The content of the table, for screen readers. */
  caption: string;
  /** undefined: nothing has loaded yet. */
  rows: readonly R[] | undefined;
  rowId: (row: R) => number | string;
  columns: readonly Column<R>[];
  chosenColumns?: readonly string[] | undefined;
  page?: number;
  perPage?: number;
  sorted?: { column: string; order: Order } | undefined;
  onSort?: (order: Order, sortBy: string | undefined) => void;
  acts?: RowHandlers | undefined;
  /** The row shown in the preview panel. */
  marked?: number | string | null;
  actions?: ((row: R) => ReactNode) | undefined;
  /** Rows can be selected; `name` labels their checkboxes. */
  selection?: (RowSelection & { name: (row: R) => string }) | undefined;
  /** A last row of figures of all rows, by column. */
  totals?: Readonly<Record<string, ReactNode>> | undefined;
  /** The rows belong to an earlier query. */
  old?: boolean;
  /** Widths that the user set, by column. Without `onWidths` columns can't be resized. */
  widths?: Readonly<Record<string, number>> | undefined;
  onWidths?: ((widths: Record<string, number>) => void) | undefined;
}

const cellClass = "h-9 border-b py-0.5 border-line-soft px-3 whitespace-nowrap";
const sides = { right: "text-right", center: "text-center" };

export function DataTable<R extends object>(props: DataTableProps<R>) {
  const { t } = useTranslation();
  const { columns, page = 1, perPage = 10, selection } = props;
  const { model, sizes } = useTableModel({
    rows: props.rows,
    rowId: props.rowId,
    columns,
    chosenColumns: props.chosenColumns,
    isSelected: selection?.has,
    hasActions: props.actions !== undefined,
    widths: props.widths,
    onWidths: props.onWidths,
  });
  const rows = model.getRowModel().rows;
  const visible = model.getVisibleLeafColumns();
  const declared = new Map(columns.map((column) => [column.id, column]));
  const focus = useRovingFocus(rows.length, { ...props.acts, ...(selection ? { pick: selection.toggle } : {}) });
  const body = useRef<HTMLTableSectionElement>(null);
  useKeptFocus(body, rows.length);
  const { overflows } = sizes;
  const pins = pinsOf(model, overflows, sizes.available);
  const resizable = props.onWidths !== undefined && sizes.widths !== undefined;
  const firstHandle = visible.find((column) => column.getCanResize())?.id;

  function headerOf(header: ReturnType<typeof model.getLeafHeaders>[number]) {
    const { id } = header.column;
    const pin = pins(id);
    if (id === SELECT && selection)
      return (
        <th
          key={id}
          scope="col"
          style={pin.style}
          className={cx("h-9 border-b border-line bg-sunken pl-3 text-left [&>span]:align-middle", pin.className)}
        >
          <Checkbox
            checked={selection.tick}
            onChange={selection.togglePage}
            label={t("lists.selection.page")}
            labelHidden
          />
        </th>
      );
    if (id === NUMBER) return <HeaderCell key={id} label={t("table.number")} {...pin} />;
    if (id === ACTIONS) return <HeaderCell key={id} label={t("table.actions")} silent {...pin} />;
    const column = declared.get(id);
    if (!column) return null;
    const sorted = orderOf(id, props.sorted);
    const sort = column.sort === undefined ? undefined : props.onSort;
    return (
      <HeaderCell
        key={id}
        label={column.header}
        align={column.align}
        sorted={sorted}
        onSort={
          sort && (() => sort((sorted ? sorted === "asc" : column.first) ? "DESC" : "ASC", sortWord(column.sort)))
        }
        handle={
          resizable ? (
            <ResizeHandle
              column={column.header}
              width={header.column.getSize()}
              resizing={header.column.getIsResizing()}
              reachable={id === firstHandle}
              onStart={header.getResizeHandler()}
              onResize={(width) => sizes.setWidth(id, width)}
            />
          ) : null
        }
        {...pin}
      />
    );
  }

  function cellOf(id: string, row: R, index: number, selected: boolean) {
    const pin = pins(id);
    if (id === SELECT && selection)
      return (
        <td
          key={id}
          style={pin.style}
          className={cx(cellClass, "pr-0 [&>span]:align-middle", pin.className)}
          onClickCapture={(event) => {
            if (!event.shiftKey || !(event.target as Element).closest("[role=checkbox]")) return;
            // The checkbox toggles nothing of its own then.
            event.preventDefault();
            selection.toggle(index, { range: true });
          }}
        >
          <Checkbox
            checked={selected}
            onChange={(on) => selection.toggle(index, { on })}
            label={t("lists.selection.row", { name: selection.name(row) })}
            labelHidden
          />
        </td>
      );
    const column = declared.get(id);
    const content =
      id === NUMBER ? (page - 1) * perPage + index + 1 : id === ACTIONS ? props.actions?.(row) : column?.cell(row);
    return (
      <td
        key={id}
        style={pin.style}
        className={cx(
          cellClass,
          id === NUMBER && "text-mut",
          id === ACTIONS && "pr-2 text-right",
          column?.align && sides[column.align],
          (column?.grows ?? column?.shrinks) !== undefined && "truncate",
          pin.className,
        )}
      >
        {content}
      </td>
    );
  }

  function totalOf(id: string, figure: ReactNode) {
    const pin = pins(id);
    const column = declared.get(id);
    return (
      <td
        key={id}
        style={pin.style}
        className={cx(
          cellClass,
          "border-b-0 bg-sunken font-[550] text-ink-strong",
          column?.align && sides[column.align],
          (column?.grows ?? column?.shrinks) !== undefined && "truncate",
          pin.className,
        )}
      >
        {figure}
      </td>
    );
  }

  return (
    <div
      ref={sizes.box}
      className={cx(overflows && "max-h-[calc(100dvh-7rem)] overflow-auto")}
      style={overflows ? pins.scrollPadding : undefined}
    >
      <table
        className={cx(
          "w-full border-separate border-spacing-0 text-sm",
          sizes.widths && "table-fixed",
          model.state.columnResizing.isResizingColumn !== false && "select-none",
        )}
        style={sizes.widths && { width: model.getTotalSize() }}
        aria-busy={props.rows === undefined || props.old}
      >
        <caption className="sr-only">
          {props.caption}. {props.acts ? t("table.keys") : null}
          {selection ? `. ${t("lists.selection.keys")}` : null}
        </caption>
        {sizes.widths ? (
          <colgroup>
            {visible.map((column) => (
              <col key={column.id} style={{ width: column.getSize() }} />
            ))}
          </colgroup>
        ) : null}
        <thead className={cx("sticky z-10", overflows ? "top-0" : "top-[var(--header-height,56px)]")}>
          <tr>{model.getLeafHeaders().map(headerOf)}</tr>
        </thead>
        {props.rows === undefined ? (
          <SkeletonRows rows={Math.min(perPage, 20)} columns={visible.length} />
        ) : (
          <tbody
            ref={body}
            onKeyDown={focus.onKeyDown}
            onClick={focus.onClick}
            className={cx(props.acts?.open && "cursor-pointer", props.old && "opacity-60 transition-opacity")}
          >
            {rows.map((row, index) => (
              <tr
                key={row.id}
                {...focus.row(index)}
                className={cx(
                  "group outline-none hover:[&>td]:bg-sunken focus-visible:[&>td]:bg-accent-soft",
                  "focus-visible:[&>td]:shadow-[inset_0_1px_var(--focus),inset_0_-1px_var(--focus)]",
                  (String(props.marked) === row.id || row.getIsSelected()) && "[&>td]:bg-accent-soft",
                )}
              >
                {visible.map((column) => cellOf(column.id, row.original, index, row.getIsSelected()))}
              </tr>
            ))}
          </tbody>
        )}
        {props.totals && rows.length > 0 ? (
          <tfoot>
            <tr>{visible.map((column) => totalOf(column.id, props.totals?.[column.id]))}</tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

interface Pin {
  className?: string;
  style?: CSSProperties;
}

/** More of a narrow table than this is never pinned. */
const MOST_PINNED = 0.6;

/** Position of pinned cells in a table that scrolls. */
function pinsOf<R extends object>(
  model: ReturnType<typeof useTableModel<R>>["model"],
  overflows: boolean,
  room: number,
): ((id: string) => Pin) & { scrollPadding: CSSProperties } {
  const end = model.getEndTotalSize();
  const start = overflows && model.getStartTotalSize() + end <= room * MOST_PINNED ? model.getStartTotalSize() : 0;
  const last = model.getStartVisibleLeafColumns().at(-1)?.id;
  const pinOf = (id: string): Pin => {
    const column = model.getColumn(id);
    const side = overflows && column ? column.getIsPinned() : false;
    if (side === "end")
      return {
        className: "sticky z-[1] bg-surface [tfoot_&]:bg-sunken [th&]:bg-sunken border-l",
        style: { right: column?.getAfter("end") },
      };
    if (side !== "start" || start === 0) return {};
    return {
      className: cx("sticky z-[1] bg-surface [tfoot_&]:bg-sunken [th&]:bg-sunken", id === last && "border-r"),
      style: { left: column?.getStart("start") },
    };
  };
  return Object.assign(pinOf, { scrollPadding: { scrollPaddingLeft: start, scrollPaddingRight: end } });
}

function orderOf(column: string, sorted: { column: string; order: Order } | undefined): "asc" | "desc" | false {
  if (sorted?.column !== column) return false;
  return sorted.order === "DESC" ? "desc" : "asc";
}

const sortWord = (sort: true | string | undefined) => (typeof sort === "string" ? sort : undefined);
