import { useTranslation } from "react-i18next";
import type { SyncRunRow } from "@/api/types";
import { StatusTag } from "@/ui/display/status-tag";
import { STATUS_TONES } from "../sync-kinds";

/** Status of a run: plain text where it is normal, with percent while it runs. */
export function RunStatus({ run }: { run: Pick<SyncRunRow, "status" | "percent"> }) {
  const { t } = useTranslation();
  if (run.status === "done") return <span className="text-sm">{t("synchronisation.status.done")}</span>;
  const percent = run.status === "running" ? `, ${Math.floor(run.percent)}%` : "";
  return (
    <StatusTag tone={STATUS_TONES[run.status]}>
      {t(`synchronisation.status.${run.status}`)}
      {percent}
    </StatusTag>
  );
}
