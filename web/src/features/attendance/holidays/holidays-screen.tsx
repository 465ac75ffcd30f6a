/** Days without lessons, of the whole centre or of branches, and one dialog that adds them (?edit=new). */
import { Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { Holiday } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { Can, useCan } from "@/entities/access/can";
import { useCentreReason } from "@/entities/access/centre";
import { useSession } from "@/entities/access/session";
import { formatDate } from "@/lib/dates";
import { usePhone } from "@/lib/use-phone";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Dialog } from "@/ui/dialog/dialog";
import { Page } from "@/ui/display/page";
import { StatusTag } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyCard } from "@/ui/feedback/states";
import { showDone } from "@/ui/feedback/toast";
import { CardBody } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { type RowAction, RowMenu } from "@/ui/table/row-menu";
import { HolidayForm } from "./holiday-form";

const GUARD = "all_groups:attendance";

export function HolidaysScreen() {
  const { t } = useTranslation();
  const read = useRead("/holidays");
  const [address, setAddress] = useSearchParams();
  const [leaving, setLeaving] = useState<Holiday | null>(null);
  const mayChange = useCan(GUARD, "update");
  const centre = useCentreReason();
  const { profile } = useSession();
  // Without a branch of one's own there is nothing that one could close.
  const noBranch = profile?.offices.length === 0 ? centre : undefined;
  const open = (on: boolean) => setAddress(on ? { edit: "new" } : {}, { replace: !on, preventScrollReset: true });
  const reason = ({ wholeCentre, elsewhere }: Holiday) =>
    wholeCentre ? centre : elsewhere > 0 ? t("holidays.othersToo") : undefined;
  const actions = (holiday: Holiday): RowAction[] =>
    mayChange
      ? [
          {
            label: t("kit.delete"),
            icon: Trash2,
            saves: true,
            fixed: reason(holiday),
            run: () => setLeaving(holiday),
          },
        ]
      : [];
  return (
    <Page
      title={t("shell.holidays")}
      note={read.data && t("table.total", { total: read.data.holidays.length })}
      actions={
        <Can permission={GUARD} action="update">
          <Button look="main" icon={Plus} fixed={noBranch} aria-haspopup="dialog" onClick={() => open(true)}>
            {t("holidays.add")}
          </Button>
        </Can>
      }
    >
      <Loaded of={read}>
        {({ holidays }) =>
          holidays.length ? (
            <Rows holidays={holidays} actions={actions} />
          ) : (
            <EmptyCard title={t("holidays.emptyTitle")} text={t("holidays.emptyText")} />
          )
        }
      </Loaded>
      <Dialog
        open={mayChange && noBranch === undefined && address.get("edit") === "new"}
        size="small"
        title={t("holidays.add")}
        onClose={() => open(false)}
      >
        <HolidayForm onDone={() => open(false)} />
      </Dialog>
      <DeleteHoliday holiday={leaving} onClose={() => setLeaving(null)} />
    </Page>
  );
}

function Rows({ holidays, actions }: { holidays: readonly Holiday[]; actions: (holiday: Holiday) => RowAction[] }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const columns = useMemo<readonly Column<Holiday>[]>(
    () => [
      {
        id: "date",
        header: t("holidays.date"),
        fixed: true,
        cell: ({ date }) => <span className="font-[550] text-ink-strong">{formatDate(date)}</span>,
      },
      { id: "name", header: t("holidays.name"), cell: ({ name }) => name },
      { id: "offices", header: t("holidays.offices"), grows: true, cell: (holiday) => <Offices of={holiday} /> },
    ],
    [t],
  );
  const title = (holiday: Holiday) => `${formatDate(holiday.date)} ${holiday.name}`;
  const menu = (holiday: Holiday) => {
    const known = actions(holiday);
    return known.length ? <RowMenu name={title(holiday)} actions={known} /> : null;
  };
  if (phone)
    return (
      <ul aria-label={t("shell.holidays")} className="grid gap-2">
        {holidays.map((holiday) => (
          <li key={holiday.id} className="card flex min-h-16 items-center gap-3 rounded-xl px-3 py-2.5">
            <CardBody title={title(holiday)} line={<Offices of={holiday} />} aside={menu(holiday)} />
          </li>
        ))}
      </ul>
    );
  return (
    <div className="card">
      <DataTable
        caption={t("shell.holidays")}
        rows={holidays}
        rowId={(holiday) => holiday.id}
        columns={columns}
        acts={{}}
        actions={menu}
      />
    </div>
  );
}

/** The branches without lessons; of those that the person can't see, their number. */
function Offices({ of: { wholeCentre, offices, elsewhere } }: { of: Holiday }) {
  const { t } = useTranslation();
  if (wholeCentre) return <StatusTag tone="info">{t("holidays.wholeCentre")}</StatusTag>;
  const others = elsewhere > 0 ? [t("holidays.elsewhere", { count: elsewhere })] : [];
  return <>{[...offices.map(({ name }) => name), ...others].join(", ")}</>;
}

function DeleteHoliday({ holiday, onClose }: { holiday: Holiday | null; onClose: () => void }) {
  const { t } = useTranslation();
  const deleting = useChange("delete", "/holidays/{id}", {
    invalidates: ["/holidays", "/groups/for-admin/{id}/attendances", "/groups/for-academic/{id}/attendances"],
    onDone: () => showDone(t("holidays.deleted")),
  });
  return (
    <ConfirmDialog
      open={holiday !== null}
      title={t("holidays.deleteTitle", { date: formatDate(holiday?.date), name: holiday?.name ?? "" })}
      text={t("holidays.deleteText")}
      confirm={t("holidays.deleteConfirm")}
      danger
      saves
      onConfirm={() => holiday && deleting.run({ path: { id: holiday.id } })}
      onClose={onClose}
    />
  );
}
