/** Past synchronisations and the running one; each opens its report beside the list (?run=). */
import { useTranslation } from "react-i18next";
import type { SyncRunRow } from "@/api/types";
import { StartSyncButton } from "@/entities/access/start-sync";
import { useZone } from "@/entities/access/use-zone";
import { formatDateTime } from "@/lib/dates";
import { useLive } from "@/lib/live/use-live";
import type { ListRules } from "@/ui/list/list-address";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import { isUnderWay } from "../sync-kinds";
import { PROGRESS_EVERY_MS } from "../use-sync";
import { useRunColumns } from "./run-columns";
import { RunMarks } from "./run-marks";
import { RunReport } from "./run-report";
import { RunStatus } from "./run-status";

const RULES: ListRules = { name: "sync-runs", order: "DESC", filters: [] };

export function RunsScreen() {
  const { t } = useTranslation();
  const zone = useZone();
  const pace = useLive("sync", ["/synchronization/runs"]);
  const name = (run: SyncRunRow) => `${t(`synchronisation.types.${run.type}`)}, ${formatDateTime(run.startedAt, zone)}`;
  return (
    <ListScreen
      title={t("shell.synchronisation")}
      rules={RULES}
      path="/synchronization/runs"
      rowsOf={(answer) => answer.runs}
      rowId={(run) => run.id}
      rowName={name}
      columns={useRunColumns()}
      filters={[]}
      refetchInterval={(answer) =>
        answer?.runs.some((run) => isUnderWay(run.status)) ? pace(PROGRESS_EVERY_MS) : false
      }
      card={(run) => (
        <CardBody
          title={t(`synchronisation.types.${run.type}`)}
          line={[formatDateTime(run.startedAt, zone), run.startedBy?.name ?? t("synchronisation.automatic")].join(
            " · ",
          )}
          aside={
            <span className="flex flex-wrap justify-end gap-1.5">
              <RunMarks run={run} />
              <RunStatus run={run} />
            </span>
          }
        />
      )}
      preview={{
        name: "run",
        title: (id, run) => (run ? name(run) : t("synchronisation.runOf", { id })),
        body: (id) => <RunReport id={id} />,
      }}
      empty={{
        title: t("synchronisation.emptyTitle"),
        text: t("synchronisation.emptyText"),
        action: <StartSyncButton />,
      }}
    />
  );
}
