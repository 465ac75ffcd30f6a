/** The status of a work as statistics show it: what is not due yet is not uncompleted (D-79). */
import { useTranslation } from "react-i18next";
import { StatusTag } from "@/ui/display/status-tag";
import { type Status, TONES, WORDS } from "../work-status";

type ResultTagProps = { of: { status: number; notDue: boolean; late: boolean } };

export function ResultTag({ of }: ResultTagProps) {
  const { t } = useTranslation();
  const status = of.status as Status;
  return (
    <span className="inline-flex items-center gap-1.5 max-sm:flex-col max-sm:items-end">
      {of.late ? <StatusTag tone="warn">{t("homework.late")}</StatusTag> : null}
      <StatusTag tone={TONES[status]}>{t(of.notDue ? "homework.statistics.notDue" : WORDS[status])}</StatusTag>
    </span>
  );
}
