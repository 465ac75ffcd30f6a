/** Outcomes of a row, and the fields that a column can map to. */
import type { ImportRow } from "@/api/types";
import type { sheets } from "@/i18n/uz/sheets";

export type FieldName = keyof typeof sheets.imports.fields;
export type Verb = ImportRow["verb"];

export const VERBS = ["refuse", "add", "change", "same"] as const satisfies Verb[];
