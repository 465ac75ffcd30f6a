/** Filters of the audit log; all are in the address, so that a query can be shared. */
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { AuditFilters } from "@/api/types";
import { useRead } from "@/api/use-read";
import { usePermissionLabel } from "@/entities/audit/permission-labels";
import { showError } from "@/ui/feedback/toast";
import type { Choice, Filter, ListRules } from "@/ui/list/list-address";

const OPTIONS_STAY_MS = 60_000;
const NOTHING: AuditFilters = { actors: [], verbs: [], entities: [], fields: [] };

export const AUDIT_RULES: ListRules = {
  name: "audits",
  order: "DESC",
  filters: [
    { kind: "one", name: "actorId" },
    { kind: "many", name: "verb" },
    { kind: "one", name: "entity" },
    { kind: "one", name: "field" },
    { kind: "one", name: "permission" },
    { kind: "day", name: "fromDate" },
    { kind: "day", name: "toDate" },
    { kind: "one", name: "entityId" },
  ],
};

export function useAuditFilters(): readonly Filter[] {
  const { t } = useTranslation();
  const permissionWords = usePermissionLabel();
  const read = useRead("/audits/filter-objects", undefined, { staleTime: OPTIONS_STAY_MS });
  const names = useRead("/audits/permission/names", undefined, { staleTime: OPTIONS_STAY_MS });
  const permissions = names.data?.permissions;
  // R1-424: a filter without its options is useless, so the reason is shown.
  const failure = read.error ?? names.error;
  useEffect(() => {
    if (failure) showError(failure);
  }, [failure]);
  const options = read.data ?? NOTHING;
  const [address] = useSearchParams();
  const entityId = address.get("entityId");
  const subject = useSubject(address.get("entity"), entityId);
  return useMemo(() => {
    const coded = (things: AuditFilters["verbs"]): Choice[] =>
      things.map(({ code, name }) => ({ value: code, label: name }));
    const choices: Record<string, Choice[]> = {
      actorId: options.actors.map(({ id, name }) => ({ value: String(id), label: name })),
      verb: coded(options.verbs),
      entity: coded(options.entities),
      field: coded(options.fields),
      permission: (permissions ?? []).map((one) => ({ value: one, label: permissionWords(one) })),
      // A record's id is not typed: links lead here with it.
      entityId: entityId ? [{ value: entityId, label: subject }] : [],
    };
    return AUDIT_RULES.filters.flatMap((rule) =>
      rule.name === "entityId" && !entityId
        ? []
        : [{ ...rule, label: t(`audits.filters.${rule.name as "verb"}`), choices: choices[rule.name] ?? [] }],
    );
  }, [t, options, permissions, permissionWords, entityId, subject]);
}

/** Name of the record that the address asks for, as its newest entry has it. */
function useSubject(entity: string | null, entityId: string | null): string {
  const named = entity !== null && entityId !== null;
  const query = named ? { entity, entityId: Number(entityId), perPage: 1 } : {};
  const read = useRead("/audits", { query }, { enabled: named, staleTime: OPTIONS_STAY_MS });
  return read.data?.audits[0]?.subject ?? "…";
}
