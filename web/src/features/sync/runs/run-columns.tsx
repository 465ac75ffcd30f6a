/** The columns of the list of synchronisations. */
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { SyncRunRow } from "@/api/types";
import { useZone } from "@/entities/access/use-zone";
import { useLanguage } from "@/i18n/use-language";
import { formatDateTime, toMillis } from "@/lib/dates";
import { formatCount } from "@/lib/format/numbers";
import type { Column } from "@/ui/table/columns";
import { RunMarks } from "./run-marks";
import { RunStatus } from "./run-status";

const COUNTS = ["created", "updated", "deleted", "parked"] as const;

export function useRunColumns(): readonly Column<SyncRunRow>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  return useMemo(
    () => [
      {
        id: "startedAt",
        header: t("synchronisation.columns.startedAt"),
        sort: true,
        fixed: true,
        cell: (run) => formatDateTime(run.startedAt, zone),
      },
      {
        id: "type",
        header: t("synchronisation.columns.type"),
        cell: (run) => (
          <span className="flex items-center gap-1.5">
            {t(`synchronisation.types.${run.type}`)}
            <RunMarks run={run} />
          </span>
        ),
      },
      { id: "status", header: t("synchronisation.columns.status"), cell: (run) => <RunStatus run={run} /> },
      {
        id: "startedBy",
        header: t("synchronisation.columns.startedBy"),
        grows: true,
        cell: (run) => <span className="block truncate">{run.startedBy?.name ?? t("synchronisation.automatic")}</span>,
      },
      {
        id: "took",
        header: t("synchronisation.columns.took"),
        align: "right",
        cell: (run) => (run.finishedAt ? formatDuration(run.startedAt, run.finishedAt, t) : "—"),
      },
      ...COUNTS.map(
        (count): Column<SyncRunRow> => ({
          id: count,
          header: t(`synchronisation.columns.${count}`),
          align: "right",
          cell: (run) => (
            <span className={run[count] === 0 ? "text-mut" : ""}>{formatCount(run[count], language)}</span>
          ),
        }),
      ),
    ],
    [t, language, zone],
  );
}

export function formatDuration(from: string, to: string, t: TFunction): string {
  const whole = Math.max(0, Math.round((toMillis(to) - toMillis(from)) / 1000));
  const [minutes, seconds] = [Math.floor(whole / 60), whole % 60];
  return minutes > 0 ? t("synchronisation.minutes", { minutes, seconds }) : t("synchronisation.seconds", { seconds });
}
