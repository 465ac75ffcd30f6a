/** The column and row model of `DataTable`: visibility, order, sizes, pinning and selection by TanStack Table. */
import {
  type ColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type ReactTable,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { type Column, pinnedIds, shownIds } from "./columns";
import type { Flexible } from "./sizing/column-widths";
import { type ColumnWidths, useColumnWidths } from "./sizing/use-column-widths";

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnPinningFeature,
  rowSelectionFeature,
});

export type Model<R extends object> = ReactTable<typeof features, R>;

/** Columns that every table has of itself. */
export const SELECT = "#select";
export const NUMBER = "#number";
export const ACTIONS = "#actions";
const CONSTANT: Readonly<Record<string, number>> = { [SELECT]: 40, [ACTIONS]: 52 };
const NO_ROWS: readonly never[] = [];

interface Options<R> {
  rows: readonly R[] | undefined;
  rowId: (row: R) => number | string;
  columns: readonly Column<R>[];
  chosenColumns: readonly string[] | undefined;
  isSelected: ((id: number) => boolean) | undefined;
  hasActions: boolean;
  widths: Readonly<Record<string, number>> | undefined;
  onWidths: ((widths: Record<string, number>) => void) | undefined;
}

export function useTableModel<R extends object>(options: Options<R>): { model: Model<R>; sizes: ColumnWidths } {
  const { columns, chosenColumns, rowId, isSelected, hasActions } = options;
  const rows = options.rows ?? NO_ROWS;
  const selectable = isSelected !== undefined;
  const shown = shownIds(columns, chosenColumns).join();
  const layout = useMemo(() => {
    const visible = shown.split(",");
    const before = [...(selectable ? [SELECT] : []), NUMBER];
    const after = hasActions ? [ACTIONS] : [];
    const declared = columns.map((column) => column.id);
    return {
      ids: [...before, ...visible, ...after],
      order: [...before, ...declared, ...after],
      pinning: { start: [...before, ...pinnedIds(columns, visible)], end: after },
      visibility: Object.fromEntries(declared.map((id) => [id, visible.includes(id)])),
    };
  }, [columns, shown, selectable, hasActions]);
  const definitions = useMemo(
    () => layout.order.map((id): ColumnDef<typeof features, R> => ({ id, enableResizing: !id.startsWith("#") })),
    [layout.order],
  );
  const flexible = useMemo(() => {
    const found = new Map<string, Flexible>();
    for (const { id, grows, shrinks } of columns) {
      if (grows) found.set(id, { kind: "name", ...(grows === true ? {} : { wrapped: grows }) });
      else if (shrinks) found.set(id, { kind: "text", ...(shrinks === true ? {} : { wrapped: shrinks }) });
    }
    return (id: string) => found.get(id);
  }, [columns]);
  const sizes = useColumnWidths({
    ids: layout.ids,
    flexible,
    constant: CONSTANT,
    content: options.rows,
    headers: columns.map((column) => column.header).join(),
    stored: options.widths,
    onStore: options.onWidths,
  });
  const selected = isSelected ? rows.map(rowId).filter((id) => isSelected(Number(id))) : [];
  const selection = selected.join();
  const state = useMemo(
    () => ({
      columnVisibility: layout.visibility,
      columnOrder: layout.order,
      columnPinning: layout.pinning,
      columnSizing: sizes.widths ?? {},
      rowSelection: Object.fromEntries((selection ? selection.split(",") : []).map((id) => [id, true as const])),
    }),
    [layout, sizes.widths, selection],
  );
  const model = useTable({
    features,
    data: rows as readonly R[],
    columns: definitions,
    getRowId: (row) => String(rowId(row)),
    state,
    columnResizeMode: "onChange",
    onColumnSizingChange: (updater) => {
      const next = typeof updater === "function" ? updater(state.columnSizing) : updater;
      for (const [id, width] of Object.entries(next)) if (width !== state.columnSizing[id]) sizes.setWidth(id, width);
    },
  });
  return { model, sizes };
}
