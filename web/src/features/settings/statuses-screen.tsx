/** Student statuses: their labels, and whether they count in statistics. */
import { Pencil } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import type { ControlAction } from "@/api/types";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { CentreNote, useCentreReason } from "@/entities/access/centre";
import { usePhone } from "@/lib/use-phone";
import { Page } from "@/ui/display/page";
import { StatusTag } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { CardBody, Cards } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { RowMenu } from "@/ui/table/row-menu";

const pageOf = (status: ControlAction) => `/settings/student-statuses/${status.id}/edit`;

export function StatusesScreen() {
  const { t } = useTranslation();
  const read = useRead("/control-actions");
  const total = read.data?.controlActions.length;
  return (
    <Page title={t("shell.studentStatuses")} note={total && t("table.total", { total })}>
      <CentreNote />
      <Loaded of={read}>{({ controlActions }) => <Rows statuses={controlActions} />}</Loaded>
    </Page>
  );
}

function Rows({ statuses }: { statuses: readonly ControlAction[] }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const navigate = useNavigate();
  const mayUpdate = useCan("settings:student_statutes", "update");
  const mayEdit = useCentreReason() === undefined && mayUpdate;
  const columns = useMemo<readonly Column<ControlAction>[]>(
    () => [
      {
        id: "name",
        header: t("settings.columns.name"),
        fixed: true,
        cell: (status) =>
          mayEdit ? (
            <Link to={pageOf(status)} className="font-[550] text-ink-strong hover:underline">
              {status.displayName}
            </Link>
          ) : (
            status.displayName
          ),
      },
      {
        id: "fixed",
        header: t("settings.columns.fixed"),
        grows: true,
        cell: (status) => <span className="text-mut">{status.name}</span>,
      },
      { id: "counts", header: t("settings.columns.counts"), cell: (status) => <Counts status={status} /> },
    ],
    [t, mayEdit],
  );
  const common = { caption: t("shell.studentStatuses"), rows: statuses, rowId: (status: ControlAction) => status.id };
  if (phone)
    return (
      <Cards
        {...common}
        href={mayEdit ? pageOf : undefined}
        card={(status) => <CardBody title={status.displayName} line={status.name} aside={<Counts status={status} />} />}
      />
    );
  const open = (index: number) => statuses[index] && void navigate(pageOf(statuses[index]));
  const edit = (status: ControlAction) => [
    { label: t("kit.edit"), icon: Pencil, run: () => void navigate(pageOf(status)) },
  ];
  return (
    <div className="card">
      <DataTable
        {...common}
        columns={columns}
        acts={mayEdit ? { open } : {}}
        {...(mayEdit
          ? { actions: (status: ControlAction) => <RowMenu name={status.displayName} actions={edit(status)} /> }
          : {})}
      />
    </div>
  );
}

/** Quiet where it counts, as most do. */
function Counts({ status }: { status: ControlAction }) {
  const { t } = useTranslation();
  if (status.countsInStatistics) return <span className="text-sm">{t("settings.counts")}</span>;
  return <StatusTag tone="quiet">{t("settings.countsNot")}</StatusTag>;
}
