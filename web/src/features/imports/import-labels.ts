/** Outcomes of a row, the fields that a column can map to, and their values as screens show them. */
import type { ImportCard, ImportRow } from "@/api/types";
import type { imports } from "@/i18n/uz/imports";
import { formatDate, isIsoDate } from "@/lib/dates";
import { formatPhone } from "@/lib/format/phone";

export type FieldName = keyof typeof imports.fields;
export type Verb = Exclude<ImportRow["verb"], "skip">;
/** A tab of rows: an outcome, those with a warning, those that a revert left. */
export type RowKind = Verb | "warned" | "left";

export const VERBS = ["refuse", "add", "change", "same"] as const satisfies Verb[];

/** The fields still to be mapped, of the set that lacks the fewest; none if one set is complete. */
export function missingFields(required: readonly string[][], columns: readonly (string | null)[]): string[] {
  const left = required.map((fields) => fields.filter((field) => !columns.includes(field)));
  return left.sort((one, other) => one.length - other.length)[0] ?? [];
}

/** The branch of an import, or their number if a column names several. */
export function branchesOf(one: ImportCard): { many: boolean; branch: string; total: number } {
  const [only] = one.branches;
  const many = one.branches.length > 1;
  return { many, branch: only?.office.name ?? one.office?.name ?? "", total: one.branches.length };
}

/** A stored value as screens show it: a day, a phone, the word for a gender. */
export function formatValue(field: string, value: string, genders: Record<string, string>): string {
  if (field === "birthDate" && isIsoDate(value)) return formatDate(value);
  if (field === "phoneNumber") return formatPhone(value);
  return field === "gender" ? (genders[value] ?? value) : value;
}
