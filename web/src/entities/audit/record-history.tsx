/** The history of one record, for its own page: `<RecordHistory path="/students/{id}/history" id={7} />`. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Params } from "@/api/request";
import type { HistoryEntry } from "@/api/types";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { START_SYNC } from "@/entities/access/permissions";
import { useZone } from "@/entities/access/use-zone";
import { formatDateTime } from "@/lib/dates";
import { Button } from "@/ui/controls/button";
import { Loaded } from "@/ui/feedback/loaded";
import { Pager } from "@/ui/table/pager";
import { Changes } from "./changes";
import { RecordLink } from "./record-page";
import { RevertChange } from "./revert-change";
import { type HistoryPath, historyOfEntry } from "./revert-targets";

const FIRST = 20;
const MOST = 100;

export function RecordHistory({ path, id }: { path: HistoryPath; id: number }) {
  const { t } = useTranslation();
  const [perPage, setPerPage] = useState(FIRST);
  const [page, setPage] = useState(1);
  const params = { path: { id }, query: { page, perPage } } as unknown as Params<"get", HistoryPath>;
  const read = useRead(path, params, { keepPreviousData: true });
  return (
    <Loaded of={read}>
      {({ history, total }) =>
        total === 0 ? (
          <p className="text-base text-mut">{t("audits.historyEmpty")}</p>
        ) : (
          <>
            <p className="mb-3 text-xs text-mut">{t("audits.historyHint")}</p>
            <ol className="grid gap-2" aria-busy={read.isPlaceholder || undefined}>
              {history.map((entry) => (
                <Entry key={entry.key} entry={entry} path={path} />
              ))}
            </ol>
            {total > MOST ? (
              <Pager
                page={page}
                perPage={perPage}
                total={total}
                onPage={setPage}
                onResize={(size) => {
                  setPerPage(size);
                  setPage(1);
                }}
              />
            ) : total > history.length ? (
              <Button className="mt-3" pending={read.isPlaceholder} onClick={() => setPerPage(MOST)}>
                {t("audits.more")}
              </Button>
            ) : null}
          </>
        )
      }
    </Loaded>
  );
}

function Entry({ entry, path }: { entry: HistoryEntry; path: HistoryPath }) {
  const { t } = useTranslation();
  const zone = useZone();
  return (
    <li className="grid gap-1.5 rounded-md bg-sunken px-3 py-2">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-[600] text-ink-strong [overflow-wrap:anywhere]">
          {entry.actorId === null ? (
            entry.actorName
          ) : (
            <RecordLink record={{ entity: "user", id: entry.actorId, name: entry.actorName }} />
          )}
        </span>
        <span className="text-ink-soft">{entry.comment}</span>
        <span className="ml-auto text-xs whitespace-nowrap text-mut max-sm:ml-0">{formatDateTime(entry.at, zone)}</span>
      </p>
      {entry.changes.length > 0 ? <Changes changes={entry.changes} /> : null}
      {entry.masked ? <p className="text-xs text-mut">{t("audits.masked")}</p> : null}
      <RevertChange
        history={historyOfEntry(path, entry.entity)}
        id={entry.entityId}
        auditId={entry.auditId}
        of={entry}
      />
      <Whence entry={entry} />
    </li>
  );
}

/** Link to the whole record, with the permission. */
function Whence({ entry: { auditId, runId } }: { entry: HistoryEntry }) {
  const { t } = useTranslation();
  const log = useCan("staff_control:audit_logs");
  const runs = useCan(START_SYNC.permission, START_SYNC.action);
  if (runId !== null && runs)
    return (
      <Link to={`/synchronization?run=${runId}`} className="w-fit text-xs text-ink-soft underline max-sm:min-h-11">
        {t("audits.byRun", { id: runId })}
      </Link>
    );
  if (auditId !== null && log)
    return (
      <Link to={`/audits?peek=${auditId}`} className="w-fit text-xs text-ink-soft underline max-sm:min-h-11">
        {t("audits.inLog")}
      </Link>
    );
  return null;
}
