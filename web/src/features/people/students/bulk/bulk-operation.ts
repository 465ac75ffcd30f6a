/** What acts on many students have in common: whom they are for, and what is read again after. */
import type { Answer } from "@/api/request";
import type { Chosen } from "@/ui/table/use-selection";

export type BulkActionKind = "block" | "unblock" | "toGroup" | "sms" | "export" | "print";
export type BulkDialogProps = { chosen: Chosen; onClose: () => void };

export type BulkOperation = Answer<"get", "/students/bulk/{id}">["act"];
export type BulkStarted = Answer<"post", "/students/bulk/block">;
export type BulkResult = BulkStarted["results"][number];

export const STALE_AFTER_BULK = [
  "/students/all",
  "/students/{id}",
  "/students/{id}/history",
  "/students/bulk/{id}",
] as const;

/** For a call: the ids, or the question with how many it found. */
export function toSelectionRequest({ ids, total, query }: Chosen) {
  const all = ids === null;
  return { query: (all ? query : {}) as Record<string, never>, body: all ? { all, total } : { all, ids: [...ids] } };
}
