/** The selected as a spreadsheet. */
import { useTranslation } from "react-i18next";
import { ExportDialog } from "@/ui/list/export-dialog";
import { shownIds } from "@/ui/table/columns";
import { useStudentColumns } from "../list/student-columns";
import type { BulkDialogProps } from "./bulk-operation";

export function BulkExportDialog({ chosen, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const columns = useStudentColumns();
  const more = ["hId", "login"] as const;
  const offered = [
    ...columns.map(({ id, header }) => ({ id, header })),
    ...more.map((id) => ({ id, header: t(`sheets.columns.${id}`) })),
  ];
  const query = chosen.ids === null ? chosen.query : { ids: chosen.ids.join(",") };
  return (
    <ExportDialog
      path="/students/export"
      query={query}
      title={t("shell.students")}
      total={chosen.total}
      offered={offered}
      shown={[...shownIds(columns, undefined), "phoneNumber"]}
      onClose={onClose}
    />
  );
}
