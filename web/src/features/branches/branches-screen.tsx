/** Branch offices: their table, and one window that adds or edits (?edit=new, ?edit=7). */
import { History, Pencil, Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Office } from "@/api/types";
import { useRead } from "@/api/use-read";
import { Can, useCan } from "@/entities/access/can";
import { RecordHistory } from "@/entities/audit/record-history";
import { usePhone } from "@/lib/use-phone";
import { Button } from "@/ui/controls/button";
import { Sheet } from "@/ui/dialog/sheet";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyState } from "@/ui/feedback/states";
import { CardBody } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { type RowAction, RowMenu } from "@/ui/table/row-menu";
import { DeleteBranch } from "./delete-branch";
import { EditBranch } from "./edit-branch";
import { useOpened } from "./use-opened";

const GUARD = "staff_control:offices";

export function BranchesScreen() {
  const { t } = useTranslation();
  const read = useRead("/offices");
  const edited = useOpened("edit");
  const history = useOpened("history");
  const [leaving, setLeaving] = useState<Office | null | undefined>();
  const offices = read.data?.offices;
  const may = { update: useCan(GUARD, "update"), delete: useCan(GUARD, "delete") };
  const actions = (office: Office): RowAction[] => [
    ...(may.update ? [{ label: t("kit.edit"), icon: Pencil, run: () => edited.open(String(office.id)) }] : []),
    { label: t("audits.history"), icon: History, run: () => history.open(String(office.id)) },
    ...(may.delete
      ? [{ label: t("kit.delete"), icon: Trash2, saves: true as const, run: () => setLeaving(office) }]
      : []),
  ];
  const named = (id: string | null) => offices?.find((office) => String(office.id) === id);
  const looked = named(history.what);
  return (
    <Page
      title={t("shell.branches")}
      note={offices && t("table.total", { total: offices.length })}
      actions={
        <Can permission={GUARD} action="create">
          <Button look="main" icon={Plus} aria-haspopup="dialog" onClick={() => edited.open("new")}>
            {t("branches.add")}
          </Button>
        </Can>
      }
    >
      <Loaded of={read}>
        {() =>
          offices?.length ? (
            <Rows offices={offices} actions={actions} onOpen={(office) => history.open(String(office.id))} />
          ) : (
            <EmptyState title={t("branches.emptyTitle")} text={t("branches.emptyText")} />
          )
        }
      </Loaded>
      {offices ? <EditBranch what={edited.what} office={named(edited.what)} onClose={edited.close} /> : null}
      <DeleteBranch office={leaving} onClose={() => setLeaving(undefined)} />
      <Sheet
        open={looked !== undefined}
        title={t("branches.history", { name: looked?.name ?? "" })}
        onClose={history.close}
      >
        {looked ? <RecordHistory path="/offices/{id}/history" id={looked.id} /> : null}
      </Sheet>
    </Page>
  );
}

interface RowsProps {
  offices: readonly Office[];
  actions: (office: Office) => RowAction[];
  onOpen: (office: Office) => void;
}

function Rows({ offices, actions, onOpen }: RowsProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const columns = useMemo<readonly Column<Office>[]>(
    () => [
      {
        id: "name",
        header: t("branches.columns.name"),
        fixed: true,
        cell: (office) => <span className="font-[550] text-ink-strong">{office.name}</span>,
      },
      {
        id: "headOffice",
        header: t("branches.columns.headOffice"),
        grows: true,
        cell: (office) => office.hOffice?.name ?? <span className="text-mut">{t("branches.own")}</span>,
      },
    ],
    [t],
  );
  const menu = (office: Office) => <RowMenu name={office.name} actions={actions(office)} />;
  if (phone)
    return (
      <ul aria-label={t("shell.branches")} className="grid gap-2">
        {offices.map((office) => (
          <li key={office.id} className="card flex min-h-16 items-center gap-3 rounded-xl px-3 py-2.5">
            <CardBody title={office.name} line={office.hOffice?.name ?? t("branches.own")} aside={menu(office)} />
          </li>
        ))}
      </ul>
    );
  return (
    <div className="card">
      <DataTable
        caption={t("shell.branches")}
        rows={offices}
        rowId={(office) => office.id}
        columns={columns}
        acts={{ open: (index) => offices[index] && onOpen(offices[index]) }}
        actions={menu}
      />
    </div>
  );
}
