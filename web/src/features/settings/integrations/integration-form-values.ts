/** A connection as its form holds it: the adapter, and the fields that any adapter of its kind has. */
import type { Integration } from "@/api/types";

export type IntegrationFormValues = Record<string, string>;
export type Adapter = Integration["adapters"][number];

/** Placeholder of a stored secret. */
const KEPT = "••••";

export const adapterOf = ({ adapters }: Integration, name: string): Adapter | undefined =>
  adapters.find((adapter) => adapter.name === name);

/** Secrets begin empty: stored ones are never sent to the browser. */
export function toFormValues(integration: Integration): IntegrationFormValues {
  const values: IntegrationFormValues = { adapter: integration.adapter || (integration.adapters[0]?.name ?? "") };
  for (const { fields } of integration.adapters)
    for (const { name, type, default: initial } of fields)
      values[name] = isSecret(type) ? "" : (integration.values[name] ?? values[name] ?? initial);
  return values;
}

export const isSecret = (type: Adapter["fields"][number]["type"]): boolean => type === "secret" || type === "document";

/** True where this secret is stored for this adapter. */
export const isStoredSecret = (integration: Integration, adapter: string, name: string): boolean =>
  integration.adapter === adapter && integration.values[name] === KEPT;

/**
 * Values to send: only fields of the chosen adapter, none that the console generates; an empty secret stays unchanged.
 */
export function toRequestValues(integration: Integration, values: IntegrationFormValues): IntegrationFormValues {
  const typed = (adapterOf(integration, values.adapter ?? "")?.fields ?? []).filter(({ made }) => !made);
  const filled = typed.filter(({ name, type }) => values[name] || !isSecret(type));
  return Object.fromEntries(filled.map(({ name }) => [name, values[name] ?? ""]));
}

/** Required fields of the chosen adapter that are empty; the server has the other rules. */
export function missingFields(integration: Integration, values: IntegrationFormValues): string[] {
  const adapter = values.adapter ?? "";
  return (adapterOf(integration, adapter)?.fields ?? [])
    .filter(({ name, required }) => required && !values[name]?.trim() && !isStoredSecret(integration, adapter, name))
    .map(({ name }) => name);
}
