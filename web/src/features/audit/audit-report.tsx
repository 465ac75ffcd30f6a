/** A log record in full: person, time, place, action, subject, and the difference field by field. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { AuditCard } from "@/api/types";
import { useRead } from "@/api/use-read";
import { useZone } from "@/entities/access/use-zone";
import { Changes } from "@/entities/audit/changes";
import { usePermissionLabel } from "@/entities/audit/permission-labels";
import { RecordLink } from "@/entities/audit/record-page";
import { RevertChange } from "@/entities/audit/revert-change";
import { historyOf } from "@/entities/audit/revert-targets";
import { formatDateTime } from "@/lib/dates";
import { CopyButton } from "@/ui/controls/copy-button";
import { Fact, Facts } from "@/ui/display/fact";
import { Loaded } from "@/ui/feedback/loaded";
import { subjectOf } from "./audit-columns";

export function AuditReport({ id }: { id: number }) {
  const { t } = useTranslation();
  const read = useRead("/audits/{id}", { path: { id } }, { keepPreviousData: true });
  return (
    <Loaded of={read}>
      {({ audit }) => (
        <div className={read.isPlaceholder ? "grid gap-5 opacity-60" : "grid gap-5"}>
          <p className="flex items-start gap-1 text-lg font-[600] text-ink-strong [overflow-wrap:anywhere]">
            {audit.comment}
            <CopyButton text={audit.desc} label={t("audits.copy")} />
          </p>
          <AuditFacts audit={audit} />
          <section>
            <h3 className="mb-2 text-sm font-[650] text-ink-soft">{t("audits.changes")}</h3>
            {audit.changes.length > 0 ? (
              <Changes changes={audit.changes} />
            ) : (
              <p className="text-sm text-mut">{t("audits.noChanges")}</p>
            )}
            {audit.masked ? <p className="mt-2 text-xs text-mut">{t("audits.masked")}</p> : null}
            {audit.entityId === null ? null : (
              <RevertChange history={historyOf(audit.entity)} id={audit.entityId} auditId={audit.id} of={audit} />
            )}
          </section>
          <Onward audit={audit} />
        </div>
      )}
    </Loaded>
  );
}

function AuditFacts({ audit }: { audit: AuditCard }) {
  const { t } = useTranslation();
  const zone = useZone();
  const permissionLabel = usePermissionLabel();
  const { entity, entityId, subject } = audit;
  const record =
    entityId !== null && subject ? (
      <RecordLink record={{ entity, id: entityId, name: subject, actorId: audit.actorId }}>
        {subjectOf(audit)}
      </RecordLink>
    ) : (
      subjectOf(audit)
    );
  const actor =
    audit.actorId === null ? (
      audit.actorName
    ) : (
      <RecordLink record={{ entity: "user", id: audit.actorId, name: audit.actorName }} />
    );
  return (
    <Facts>
      <Fact name={t("audits.columns.actor")} value={actor} />
      <Fact name={t("audits.columns.at")} value={formatDateTime(audit.at, zone)} />
      <Fact name={t("audits.columns.subject")} value={record} />
      <Fact name={t("audits.columns.permission")} value={permissionLabel(audit.permission)} />
      <Fact name={t("audits.columns.address")} value={audit.address} />
      <Fact
        name={t("errors.requestId")}
        value={audit.requestId}
        copy={audit.requestId}
        copyLabel={t("errors.copyRequestId")}
      />
    </Facts>
  );
}

/** The same query for this record, and for this person. */
function Onward({ audit }: { audit: AuditCard }) {
  const { t } = useTranslation();
  const look = "w-fit text-sm text-ink-soft underline hover:text-ink max-sm:min-h-11";
  return (
    <p className="grid gap-1">
      {audit.entityId === null ? null : (
        <Link to={`/audits?entity=${audit.entity}&entityId=${audit.entityId}`} className={look}>
          {t("audits.allOfIt")}
        </Link>
      )}
      {audit.actorId === null ? null : (
        <Link to={`/audits?actorId=${audit.actorId}`} className={look}>
          {t("audits.allOfActor")}
        </Link>
      )}
    </p>
  );
}
