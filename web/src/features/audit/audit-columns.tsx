/** The columns of the audit log. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { AuditRow } from "@/api/types";
import { useZone } from "@/entities/access/use-zone";
import { usePermissionLabel } from "@/entities/audit/permission-labels";
import { formatDateTime } from "@/lib/dates";
import type { Column } from "@/ui/table/columns";

/** Label of a record's subject. */
export const subjectOf = (audit: AuditRow) => [audit.entityName, audit.subject].filter(Boolean).join(": ");

export function useAuditColumns(): readonly Column<AuditRow>[] {
  const { t } = useTranslation();
  const zone = useZone();
  const permissionWords = usePermissionLabel();
  return useMemo(
    () => [
      {
        id: "at",
        header: t("audits.columns.at"),
        sort: true,
        fixed: true,
        cell: (audit) => formatDateTime(audit.at, zone),
      },
      {
        id: "actor",
        header: t("audits.columns.actor"),
        shrinks: 112,
        cell: (audit) => <Whole text={audit.actorName} className="font-[550] text-ink-strong" />,
      },
      {
        id: "comment",
        header: t("audits.columns.comment"),
        shrinks: 240,
        cell: (audit) => <Whole text={audit.comment} className="" />,
      },
      {
        id: "subject",
        header: t("audits.columns.subject"),
        grows: true,
        cell: (audit) => <Cut text={subjectOf(audit)} className="text-ink-soft" />,
      },
      {
        id: "fields",
        header: t("audits.columns.fields"),
        shrinks: true,
        cell: (audit) => <Cut text={audit.fields.join(", ") || "—"} className="text-ink-soft" />,
      },
      {
        id: "permission",
        header: t("audits.columns.permission"),
        shrinks: true,
        spare: true,
        cell: (audit) => <Cut text={permissionWords(audit.permission) || "—"} className="text-ink-soft" />,
      },
      {
        id: "address",
        header: t("audits.columns.address"),
        cell: (audit) => <span className="text-mut">{audit.address || "—"}</span>,
      },
    ],
    [t, zone, permissionWords],
  );
}

/** Who did what is read in the list, not in a tooltip: it wraps. */
function Whole({ text, className }: { text: string; className: string }) {
  return (
    <span title={text} className={`line-clamp-3 leading-tight break-words whitespace-normal ${className}`}>
      {text}
    </span>
  );
}

function Cut({ text, className }: { text: string; className: string }) {
  return (
    <span title={text} className={`block truncate ${className}`}>
      {text}
    </span>
  );
}
