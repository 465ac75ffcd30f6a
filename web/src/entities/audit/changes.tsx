/** Fields that a change altered: before → after; of a set the added and removed items. */
import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { AuditChange } from "@/api/types";
import type { Action } from "@/entities/access/permissions";
import { usePermissionLabel } from "./permission-labels";

// a role's rights, one permission a field
const RIGHTS = "permissions.";

export function Changes({ changes }: { changes: readonly AuditChange[] }) {
  const inWords = useRightsInWords();
  return (
    <dl className="grid gap-2">
      {changes.map(inWords).map((change) => (
        <div key={change.field} className="min-w-0">
          <dt className="text-xs text-mut">{change.label}</dt>
          <dd className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-sm [overflow-wrap:anywhere]">
            {change.added.length + change.removed.length > 0 ? <Members change={change} /> : <Sides change={change} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The server names a permission by its keys; the label comes from here. */
function useRightsInWords(): (change: AuditChange) => AuditChange {
  const { t } = useTranslation();
  const permission = usePermissionLabel();
  const action = (name: string) => t(`roles.actions.${name as Action}`, { defaultValue: name });
  return (change) =>
    change.field.startsWith(RIGHTS)
      ? {
          ...change,
          label: permission(change.field.slice(RIGHTS.length)),
          added: change.added.map(action),
          removed: change.removed.map(action),
        }
      : change;
}

function Sides({ change: { before, after } }: { change: AuditChange }) {
  const { t } = useTranslation();
  const empty = <span className="text-mut">{t("audits.empty")}</span>;
  return (
    <>
      <span className="sr-only">{t("audits.before")}</span>
      {before === null ? empty : <del className="text-mut decoration-1">{before}</del>}
      <ArrowRight aria-hidden size={13} className="shrink-0 text-mut" />
      <span className="sr-only">{t("audits.after")}</span>
      {after === null ? empty : <ins className="font-[550] text-ink-strong no-underline">{after}</ins>}
    </>
  );
}

function Members({ change: { added, removed } }: { change: AuditChange }) {
  const { t } = useTranslation();
  return (
    <>
      {added.map((name) => (
        <ins key={name} className="rounded bg-good-soft px-1.5 text-good no-underline">
          <span className="sr-only">{t("audits.added")}: </span>
          <span aria-hidden>+ </span>
          {name}
        </ins>
      ))}
      {removed.map((name) => (
        <del key={name} className="rounded bg-bad-soft px-1.5 text-bad decoration-1">
          <span className="sr-only">{t("audits.removed")}: </span>
          <span aria-hidden>− </span>
          {name}
        </del>
      ))}
    </>
  );
}
