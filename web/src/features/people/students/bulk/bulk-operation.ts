/** Common parts of bulk operations on students: the selection, and the reads they invalidate. */
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

/** Selection for a call: the ids, or the query with its total. */
export function toSelectionRequest({ ids, total, query }: Chosen) {
  const all = ids === null;
  return { query: (all ? query : {}) as Record<string, never>, body: all ? { all, total } : { all, ids: [...ids] } };
}
