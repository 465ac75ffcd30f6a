/** The menu of visible columns; the choice is stored on the server and applies on every device. */
import { Columns3 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/ui/controls/button";
import { Menu, MenuCheck, MenuItem, MenuLine } from "@/ui/popover/menu";
import { chooseColumns } from "@/ui/preferences/preferences";
import { type Column, shownIds } from "./columns";

interface ColumnChooserProps<R> {
  table: string;
  columns: readonly Column<R>[];
  chosen: readonly string[] | undefined;
}

export function ColumnChooser<R>({ table, columns, chosen }: ColumnChooserProps<R>) {
  const { t } = useTranslation();
  const shown = shownIds(columns, chosen);
  const usual = shownIds(columns, undefined);
  const toggle = (id: string) =>
    chooseColumns(table, shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]);
  return (
    <Menu trigger={<IconButton icon={Columns3} label={t("table.columns")} className="border border-line-strong" />}>
      {columns.map((column) => (
        <MenuCheck
          key={column.id}
          checked={shown.includes(column.id)}
          disabled={column.fixed === true}
          onChange={() => toggle(column.id)}
        >
          {column.header}
        </MenuCheck>
      ))}
      <MenuLine />
      <MenuItem disabled={shown.join() === usual.join()} onSelect={() => chooseColumns(table, usual)}>
        {t("table.columnsReset")}
      </MenuItem>
    </Menu>
  );
}
