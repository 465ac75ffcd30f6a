/** Common parts of bulk operations on people: the selection, and the reads they invalidate. */
import type { Answer, PathOf } from "@/api/request";
import type { Chosen } from "@/ui/table/use-selection";

export type BulkOperation = Answer<"get", "/students/bulk/{id}">["act"];
export type BulkStarted = Answer<"post", "/students/bulk/block">;
export type BulkResult = BulkStarted["results"][number];
/** Students, academics or accounts of staff. */
export type BulkEntity = BulkOperation["entity"];

const OPERATION = ["/students/bulk/{id}"] as const;
export const STALE_AFTER_BULK = {
  student: ["/students/all", "/students/{id}", "/students/{id}/history", ...OPERATION],
  teacher: ["/academic", "/academic/{id}", "/academic/{id}/history", "/assistant/all", "/kpi/all", ...OPERATION],
  user: ["/users/staff", "/users/staff/{id}", "/users/{id}", "/users/{id}/history", ...OPERATION],
} as const satisfies Record<BulkEntity, readonly PathOf<"get">[]>;

/** The page of a person. */
export const PAGE_OF: Record<BulkEntity, (id: number) => string> = {
  student: (id) => `/students/${id}`,
  teacher: (id) => `/users/academic/${id}`,
  user: (id) => `/users/staff/${id}`,
};

const LIST_OF: Record<BulkEntity, string> = { student: "/students", teacher: "/users/academic", user: "/users/staff" };

/** The page of an operation, below the list of its people. */
export const bulkPath = (entity: BulkEntity, id: number) => `${LIST_OF[entity]}/bulk/${id}`;

/** Selection for a call: the ids, or the query with its total. */
export function toSelectionRequest({ ids, total, query }: Chosen) {
  const all = ids === null;
  return { query: (all ? query : {}) as Record<string, never>, body: all ? { all, total } : { all, ids: [...ids] } };
}
