/** The texts: a table, and cards on a phone. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { SmsTemplate } from "@/api/types";
import { usePhone } from "@/lib/use-phone";
import { StatusTag } from "@/ui/display/status-tag";
import { CardBody } from "@/ui/table/cards";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { type RowAction, RowMenu } from "@/ui/table/row-menu";

interface TemplateRowsProps {
  templates: readonly SmsTemplate[];
  actions: (template: SmsTemplate) => RowAction[];
  onOpen: (template: SmsTemplate) => void;
}

export function TemplateRows({ templates, actions, onOpen }: TemplateRowsProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const columns = useMemo<readonly Column<SmsTemplate>[]>(
    () => [
      {
        id: "name",
        header: t("sms.columnName"),
        fixed: true,
        cell: ({ name, purpose }) => (
          <span className="flex items-center gap-2 whitespace-nowrap font-[550] text-ink-strong">
            {name}
            {purpose ? (
              <StatusTag tone="info">{t(purpose === "login" ? "sms.forLogins" : "sms.forAbsences")}</StatusTag>
            ) : null}
          </span>
        ),
      },
      {
        id: "text",
        header: t("sms.columnText"),
        grows: true,
        cell: ({ text }) => <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</span>,
      },
      { id: "parts", header: t("sms.columnParts"), cell: ({ parts }) => t("sms.parts", { count: parts }) },
    ],
    [t],
  );
  const menu = (template: SmsTemplate) => {
    const known = actions(template);
    return known.length ? <RowMenu name={template.name} actions={known} /> : null;
  };
  if (phone)
    return (
      <ul aria-label={t("shell.smsTemplates")} className="grid gap-2">
        {templates.map((template) => (
          <li key={template.id} className="card flex min-h-16 items-center gap-3 rounded-xl px-3 py-2.5">
            <CardBody title={template.name} line={template.text} aside={menu(template)} />
          </li>
        ))}
      </ul>
    );
  return (
    <div className="card">
      <DataTable
        caption={t("shell.smsTemplates")}
        rows={templates}
        rowId={(template) => template.id}
        columns={columns}
        acts={{ open: (index) => templates[index] && onOpen(templates[index]) }}
        actions={menu}
      />
    </div>
  );
}
