/** A student's homework of a period as a spreadsheet. */
import { FileDown } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button } from "@/ui/controls/button";
import type { Days, StatisticsPlace } from "./place";

// fetched when it is first opened
const ExportDialog = lazyComponent(
  async () => (await import("@/ui/list/export-dialog")).ExportDialog,
  ["sheets", "table"],
);

const COLUMNS = [
  ...(["number", "date", "topic", "status", "late", "score"] as const),
  ...(["attempts", "handedInAt", "dueAt", "remindedAt"] as const),
] as const;

type ExportWorksProps = { at: StatisticsPlace; studentId: number; days: Days; name: string; total: number };

export function ExportWorks({ at, studentId, days, name, total }: ExportWorksProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={FileDown} onClick={() => setOpen(true)}>
        {t("sheets.export")}
      </Button>
      <Suspense>
        {open ? (
          <ExportDialog
            path={`/homework-statistics/groups/${at.groupId}/students/${studentId}/export`}
            query={days}
            title={name}
            total={total}
            offered={COLUMNS.map((id) => ({ id, header: t(`homework.statistics.columns.${id}`) }))}
            shown={COLUMNS}
            onClose={() => setOpen(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
