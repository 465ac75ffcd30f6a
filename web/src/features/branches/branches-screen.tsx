/** Branch offices: their table, one dialog that adds or edits (?edit=new, ?edit=7), one that deletes (?delete=7). */
import { History, Pencil, Plus, Trash2 } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { Office } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { Can, useCan } from "@/entities/access/can";
import { useCentreReason } from "@/entities/access/centre";
import { StartSyncButton } from "@/entities/access/start-sync";
import { RecordHistory } from "@/entities/audit/record-history";
import { usePhone } from "@/lib/use-phone";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Dialog } from "@/ui/dialog/dialog";
import { SidePanel } from "@/ui/dialog/side-panel";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyCard } from "@/ui/feedback/states";
import { showDone, showInfo } from "@/ui/feedback/toast";
import { CardBody } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { type RowAction, RowMenu } from "@/ui/table/row-menu";
import { BranchForm } from "./branch-form";

const GUARD = "staff_control:offices";

export function BranchesScreen() {
  const { t } = useTranslation();
  const read = useRead("/offices");
  const edited = useOpened("edit");
  const history = useOpened("history");
  const deleted = useOpened("delete");
  const offices = read.data?.offices;
  const centre = useCentreReason();
  const may = { update: useCan(GUARD, "update"), delete: useCan(GUARD, "delete") };
  const actions = (office: Office): RowAction[] => [
    ...(may.update ? [{ label: t("kit.edit"), icon: Pencil, run: () => edited.open(String(office.id)) }] : []),
    { label: t("audits.history"), icon: History, run: () => history.open(String(office.id)) },
    ...(may.delete
      ? [{ label: t("kit.delete"), icon: Trash2, saves: true as const, run: () => deleted.open(String(office.id)) }]
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
          <Button look="main" icon={Plus} fixed={centre} aria-haspopup="dialog" onClick={() => edited.open("new")}>
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
            <EmptyCard title={t("branches.emptyTitle")} text={t("branches.emptyText")} action={<StartSyncButton />} />
          )
        }
      </Loaded>
      {offices ? <EditBranch what={edited.what} office={named(edited.what)} onClose={edited.close} /> : null}
      {offices && may.delete && deleted.what !== null ? (
        <DeleteBranch key={deleted.what} office={named(deleted.what)} onClose={deleted.close} />
      ) : null}
      <SidePanel
        open={looked !== undefined}
        title={t("branches.history", { name: looked?.name ?? "" })}
        onClose={history.close}
      >
        {looked ? <RecordHistory path="/offices/{id}/history" id={looked.id} /> : null}
      </SidePanel>
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

interface DeleteBranchProps {
  /** undefined: the address names none, or one that somebody else has deleted meanwhile. */
  office: Office | undefined;
  onClose: () => void;
}

/** Confirms the deletion of a branch; without a selected one it says so (R1-130, R1-131). */
function DeleteBranch({ office, onClose }: DeleteBranchProps) {
  const { t } = useTranslation();
  // The list may be fetched anew between the own deletion and the closing of its question.
  const done = useRef(false);
  const deleting = useChange("delete", "/offices/{id}", {
    invalidates: ["/offices", "/offices/hh"],
    onDone: () => {
      done.current = true;
      showDone(t("branches.deleted"));
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for a branch, not at each render
  useEffect(() => {
    if (office || done.current) return;
    showInfo(t("branches.nothingChosen"));
    onClose();
  }, [office]);
  return (
    <ConfirmDialog
      open={Boolean(office)}
      title={t("branches.deleteTitle", { name: office?.name ?? "" })}
      text={t("branches.deleteText")}
      confirm={t("branches.deleteConfirm")}
      danger
      saves
      onConfirm={() => office && deleting.run({ path: { id: office.id } })}
      onClose={onClose}
    />
  );
}

/** Dialog of a branch: a new one, or the selected one (R1-129). */

interface EditBranchProps {
  /** "new", the id of a branch, or nothing. */
  what: string | null;
  office: Office | undefined;
  onClose: () => void;
}

function EditBranch({ what, office, onClose }: EditBranchProps) {
  const { t } = useTranslation();
  const mayAddAny = useCan(GUARD, "create");
  const mayAdd = useCentreReason() === undefined && mayAddAny;
  const mayChange = useCan(GUARD, "update");
  const fresh = what === "new";
  const open = fresh ? mayAdd : office !== undefined && mayChange;
  return (
    <Dialog open={open} size="small" title={t(fresh ? "branches.add" : "branches.edit")} onClose={onClose}>
      <BranchForm key={what} office={fresh ? undefined : office} onDone={onClose} />
    </Dialog>
  );
}

/** Open dialog, stored in the address: `?edit=7` can be shared and Back closes it. */
function useOpened(name: string): { what: string | null; open: (what: string) => void; close: () => void } {
  const [address, setAddress] = useSearchParams();
  const set = (what: string | null) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (what === null) next.delete(name);
        else next.set(name, what);
        return next;
      },
      { replace: what === null, preventScrollReset: true },
    );
  return { what: address.get(name), open: set, close: () => set(null) };
}
