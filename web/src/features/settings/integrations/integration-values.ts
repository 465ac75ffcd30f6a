/** A connection as its form holds it: the adapter, and the fields that any adapter of its kind has. */
import type { Integration } from "@/api/types";

export type Values = Record<string, string>;
export type Adapter = Integration["adapters"][number];

/** What stands for a secret that is set. */
const KEPT = "••••";

export const adapterOf = ({ adapters }: Integration, name: string): Adapter | undefined =>
  adapters.find((adapter) => adapter.name === name);

/** Secrets begin empty: what is saved of them is never here. */
export function valuesOf(integration: Integration): Values {
  const values: Values = { adapter: integration.adapter || (integration.adapters[0]?.name ?? "") };
  for (const { fields } of integration.adapters)
    for (const { name, type, default: initial } of fields)
      values[name] = isSecret(type) ? "" : (integration.values[name] ?? values[name] ?? initial);
  return values;
}

export const isSecret = (type: Adapter["fields"][number]["type"]): boolean => type === "secret" || type === "document";

/** Whether this secret is saved for this adapter. */
export const isKept = (integration: Integration, adapter: string, name: string): boolean =>
  integration.adapter === adapter && integration.values[name] === KEPT;

/** What is sent: the chosen adapter's fields alone, none that the console makes; a secret left empty stays as it is. */
export function sentOf(integration: Integration, values: Values): Values {
  const typed = (adapterOf(integration, values.adapter ?? "")?.fields ?? []).filter(({ made }) => !made);
  const told = typed.filter(({ name, type }) => values[name] || !isSecret(type));
  return Object.fromEntries(told.map(({ name }) => [name, values[name] ?? ""]));
}

/** Required fields of the chosen adapter that are empty; the server has the other rules. */
export function missingOf(integration: Integration, values: Values): string[] {
  const adapter = values.adapter ?? "";
  return (adapterOf(integration, adapter)?.fields ?? [])
    .filter(({ name, required }) => required && !values[name]?.trim() && !isKept(integration, adapter, name))
    .map(({ name }) => name);
}
