/** Export of a list as a spreadsheet: the filtered rows, with the selected columns. */
import { FileDown } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { usePhone } from "@/lib/use-phone";
import { Button, IconButton } from "@/ui/controls/button";
import { type Column, shownIds } from "@/ui/table/columns";
import type { ExportDialogProps } from "./export-dialog";
import type { List } from "./use-list";

// fetched when it is first opened
const ExportDialog = lazyComponent(async () => (await import("./export-dialog")).ExportDialog, ["sheets", "table"]);

/** Export of a list: its path, and the columns that only the file has. */
export interface Exported {
  path: string;
  more?: readonly { id: string; header: string }[];
}

interface ExportButtonProps<R> {
  exported: Exported;
  title: string;
  list: List;
  total: number | undefined;
  columns: readonly Column<R>[];
  chosen: readonly string[] | undefined;
  fixed?: Readonly<Record<string, string | number>>;
}

export function ExportButton<R>({ exported, title, list, total, columns, chosen, fixed }: ExportButtonProps<R>) {
  const { t } = useTranslation();
  const phone = usePhone();
  const [dialog, setDialog] = useState<Omit<ExportDialogProps, "onClose"> | null>(null);
  const open = () => {
    const { page: _page, perPage: _size, ...own } = list.query;
    const query = { ...own, ...fixed };
    const offered = [...columns.map(({ id, header }) => ({ id, header })), ...(exported.more ?? [])];
    setDialog({ path: exported.path, query, title, total: total ?? 0, offered, shown: shownIds(columns, chosen) });
  };
  return (
    <>
      {phone ? (
        <Button icon={FileDown} onClick={open}>
          {t("sheets.export")}
        </Button>
      ) : (
        <IconButton
          icon={FileDown}
          label={t("sheets.export")}
          onClick={open}
          className="border border-line-strong bg-surface"
        />
      )}
      {dialog ? (
        <Suspense>
          <ExportDialog {...dialog} onClose={() => setDialog(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
