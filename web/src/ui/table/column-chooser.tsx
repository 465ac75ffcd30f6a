/** The column chooser, a menu of visible columns; the choice is stored on the server and applies on every device. */
import { Columns3 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/ui/controls/button";
import { Menu, MenuCheck, MenuItem, MenuLine } from "@/ui/popover/menu";
import { chooseColumns, chooseWidths, useStoredWidths } from "@/ui/preferences/preferences";
import { type Column, shownIds } from "./columns";

interface ColumnChooserProps<R> {
  table: string;
  columns: readonly Column<R>[];
  chosen: readonly string[] | undefined;
  /** Columns that a filter in force hides: they can't be switched now. */
  hidden: readonly string[];
}

export function ColumnChooser<R>({ table, columns, chosen, hidden }: ColumnChooserProps<R>) {
  const { t } = useTranslation();
  const shown = shownIds(columns, chosen);
  const usual = shownIds(columns, undefined);
  const widths = useStoredWidths(table);
  const standard = shown.join() === usual.join() && !widths?.length;
  const toggle = (id: string) =>
    chooseColumns(table, shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]);
  return (
    <Menu trigger={<IconButton icon={Columns3} label={t("table.columns")} className="border border-line-strong" />}>
      {columns.map((column) => (
        <MenuCheck
          key={column.id}
          checked={shown.includes(column.id) && !hidden.includes(column.id)}
          disabled={column.fixed === true || hidden.includes(column.id)}
          onChange={() => toggle(column.id)}
        >
          {column.header}
        </MenuCheck>
      ))}
      <MenuLine />
      <MenuItem
        disabled={standard}
        onSelect={() => {
          chooseColumns(table, usual);
          chooseWidths(table, []);
        }}
      >
        {t("table.columnsReset")}
      </MenuItem>
    </Menu>
  );
}
