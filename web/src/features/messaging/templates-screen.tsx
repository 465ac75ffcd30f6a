/** Message templates: their table, and one dialog that adds or edits (?edit=new, ?edit=7). */
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { SmsTemplate } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { Can, useCan } from "@/entities/access/can";
import { CentreNote, useCentreReason } from "@/entities/access/centre";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Dialog } from "@/ui/dialog/dialog";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { EmptyCard } from "@/ui/feedback/states";
import { showDone } from "@/ui/feedback/toast";
import type { RowAction } from "@/ui/table/row-menu";
import { TemplateForm } from "./template-form";
import { TemplateRows } from "./template-rows";

const GUARD = "settings:integrations";

export function TemplatesScreen() {
  const { t } = useTranslation();
  const read = useRead("/sms/templates");
  const mayUpdate = useCan(GUARD, "update");
  const centre = useCentreReason();
  const mayChange = centre === undefined && mayUpdate;
  const [address, setAddress] = useSearchParams();
  const [leaving, setLeaving] = useState<SmsTemplate | null>(null);
  const edited = mayChange ? address.get("edit") : null;
  const open = (id: string | null) => setAddress(id === null ? {} : { edit: id }, { preventScrollReset: true });
  const named = read.data?.templates.find((template) => String(template.id) === edited);
  const fresh = edited === "new";
  const actions = (template: SmsTemplate): RowAction[] =>
    mayChange
      ? [
          { label: t("kit.edit"), icon: Pencil, run: () => open(String(template.id)) },
          ...(template.purpose
            ? []
            : [{ label: t("kit.delete"), icon: Trash2, saves: true as const, run: () => setLeaving(template) }]),
        ]
      : [];
  return (
    <Page
      title={t("shell.smsTemplates")}
      note={read.data && t("table.total", { total: read.data.templates.length })}
      actions={
        <Can permission={GUARD} action="update">
          <Button look="main" icon={Plus} fixed={centre} aria-haspopup="dialog" onClick={() => open("new")}>
            {t("sms.addTemplate")}
          </Button>
        </Can>
      }
    >
      <CentreNote />
      <p className="mb-4 max-w-[72ch] text-sm text-mut">{t("sms.moderationHelp")}</p>
      <Loaded of={read}>
        {({ templates }) =>
          templates.length ? (
            <TemplateRows templates={templates} actions={actions} onOpen={(it) => mayChange && open(String(it.id))} />
          ) : (
            <EmptyCard title={t("sms.templatesEmpty")} />
          )
        }
      </Loaded>
      <Dialog
        open={fresh || named !== undefined}
        title={t(fresh ? "sms.addTemplate" : "sms.editTemplate")}
        onClose={() => open(null)}
      >
        <TemplateForm key={edited} template={named} onDone={() => open(null)} />
      </Dialog>
      <Delete template={leaving} onClose={() => setLeaving(null)} />
    </Page>
  );
}

function Delete({ template, onClose }: { template: SmsTemplate | null; onClose: () => void }) {
  const { t } = useTranslation();
  const deleting = useChange("delete", "/sms/templates/{id}", {
    invalidates: ["/sms/templates"],
    onDone: () => showDone(t("sms.templateDeleted")),
  });
  return (
    <ConfirmDialog
      open={template !== null}
      title={t("sms.deleteTitle", { name: template?.name ?? "" })}
      text={t("sms.deleteText")}
      confirm={t("sms.deleteConfirm")}
      danger
      saves
      onConfirm={() => template && deleting.run({ path: { id: template.id } })}
      onClose={onClose}
    />
  );
}
