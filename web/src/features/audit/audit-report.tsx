/** A log record in full: person, time, place, action, subject, and the difference field by field. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { AuditCard } from "@/api/types";
import { useRead } from "@/api/use-read";
import { useZone } from "@/entities/access/use-zone";
import { Changes } from "@/entities/audit/changes";
import { usePermissionLabel } from "@/entities/audit/permission-labels";
import { RevertChange } from "@/entities/audit/revert-change";
import { historyOf } from "@/entities/audit/revert-targets";
import { formatDateTime } from "@/lib/dates";
import { CopyButton } from "@/ui/controls/copy-button";
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
          <Facts audit={audit} />
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

function Facts({ audit }: { audit: AuditCard }) {
  const { t } = useTranslation();
  const zone = useZone();
  const permissionWords = usePermissionLabel();
  const page = pageOf(audit);
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
      <Fact name={t("audits.columns.actor")}>{audit.actorName}</Fact>
      <Fact name={t("audits.columns.at")}>{formatDateTime(audit.at, zone)}</Fact>
      <Fact name={t("audits.columns.subject")}>
        {page ? (
          <Link to={page} className="underline">
            {subjectOf(audit)}
          </Link>
        ) : (
          subjectOf(audit)
        )}
      </Fact>
      <Fact name={t("audits.columns.permission")}>{permissionWords(audit.permission)}</Fact>
      <Fact name={t("audits.columns.address")}>{audit.address}</Fact>
      <Fact name={t("errors.requestId")}>
        {audit.requestId ? (
          <span className="flex items-center gap-1">
            {audit.requestId}
            <CopyButton text={audit.requestId} label={t("errors.copyRequestId")} />
          </span>
        ) : null}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-mut">{name}</dt>
      <dd className="text-base [overflow-wrap:anywhere]">{children || "—"}</dd>
    </div>
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

/** Page of the record's subject, where it has one. */
function pageOf({ entity, entityId }: AuditCard): string | null {
  if (entityId === null) return null;
  if (entity === "student") return `/students/${entityId}`;
  if (entity === "sync_run") return `/synchronization?run=${entityId}`;
  if (entity === "job") return `/jobs?peek=${entityId}`;
  if (entity === "control_action") return `/settings/student-statuses/${entityId}/edit`;
  return null;
}
