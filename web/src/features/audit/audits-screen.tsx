/** The audit log, newest first; a record opens in the preview panel with its differences (?peek=). */
import { useTranslation } from "react-i18next";
import type { AuditRow } from "@/api/types";
import { useZone } from "@/entities/access/use-zone";
import { addDays, formatDateTime, todayIn } from "@/lib/dates";
import type { QuickFilter } from "@/ui/list/list-address";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import { subjectOf, useAuditColumns } from "./audit-columns";
import { AUDIT_RULES, useAuditFilters } from "./audit-filters";
import { AuditReport } from "./audit-report";

export function AuditsScreen() {
  const { t } = useTranslation();
  const zone = useZone();
  const name = (audit: AuditRow) => `${audit.comment}, ${formatDateTime(audit.at, zone)}`;
  return (
    <ListScreen
      title={t("shell.audits")}
      rules={AUDIT_RULES}
      path="/audits"
      rowsOf={(answer) => answer.audits}
      rowId={(audit) => audit.id}
      rowName={name}
      columns={useAuditColumns()}
      filters={useAuditFilters()}
      quick={useDays()}
      searchLabel={t("audits.search")}
      card={(audit) => (
        <CardBody
          title={audit.comment}
          line={[formatDateTime(audit.at, zone), audit.actorName, subjectOf(audit)].filter(Boolean).join(" · ")}
        />
      )}
      preview={{ title: (id) => t("audits.recordOf", { id }), body: (id) => <AuditReport id={id} /> }}
      empty={{ title: t("audits.emptyTitle"), text: t("audits.emptyText") }}
    />
  );
}

/** Today and yesterday in the centre's zone. */
function useDays(): readonly QuickFilter[] {
  const { t } = useTranslation();
  const today = todayIn(useZone());
  const yesterday = addDays(today, -1);
  return [
    { label: t("audits.today"), filters: { fromDate: today, toDate: today } },
    { label: t("audits.yesterday"), filters: { fromDate: yesterday, toDate: yesterday } },
  ];
}
