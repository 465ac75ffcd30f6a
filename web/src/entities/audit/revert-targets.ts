/** Histories that can be reverted from, the permission each needs, and the reads that become stale. */
import type { PathOf } from "@/api/request";
import { useCan } from "@/entities/access/can";
import { useCentreReason } from "@/entities/access/centre";

/** The calls that answer with a history. */
export type HistoryPath = Extract<PathOf<"get">, `${string}/history`>;

/** Histories of records that have a form here. */
export type RevertPath = Extract<PathOf<"put">, `${string}/history/{audit_id}/take-back`>;

interface Kind {
  entity: string;
  path: RevertPath;
  permission: string;
  /** It belongs to the centre: beside the permission, reverting needs all branches (D-153). */
  centre?: true;
  stale: readonly PathOf<"get">[];
}

const KINDS: Partial<Record<HistoryPath, Kind>> = {
  "/students/{id}/history": {
    entity: "student",
    path: "/students/{id}/history/{audit_id}/take-back",
    permission: "users:students",
    stale: ["/students/{id}", "/students/all"],
  },
  "/users/{id}/history": {
    entity: "user",
    path: "/users/{id}/history/{audit_id}/take-back",
    permission: "staff_control:users|users:staff",
    stale: ["/users/{id}", "/users/staff/{id}", "/users/staff", "/users/{id}/sessions"],
  },
  "/roles/{id}/history": {
    entity: "role",
    path: "/roles/{id}/history/{audit_id}/take-back",
    permission: "staff_control:roles",
    stale: ["/roles/{id}", "/roles/{id}/detail", "/roles/all"],
  },
  "/offices/{id}/history": {
    entity: "office",
    path: "/offices/{id}/history/{audit_id}/take-back",
    permission: "staff_control:offices",
    stale: ["/offices"],
  },
  "/control-actions/{id}/history": {
    entity: "control_action",
    path: "/control-actions/{id}/history/{audit_id}/take-back",
    permission: "settings:student_statutes",
    centre: true,
    stale: ["/control-actions/{id}", "/control-actions"],
  },
  "/courses/{id}/history": {
    entity: "course",
    path: "/courses/{id}/history/{audit_id}/take-back",
    permission: "study:courses",
    centre: true,
    stale: ["/courses", "/courses/{id}", "/courses/filter-objects", "/curriculum"],
  },
  "/curriculum/{id}/history": {
    entity: "topic",
    path: "/curriculum/{id}/history/{audit_id}/take-back",
    permission: "study:curriculum",
    centre: true,
    stale: ["/courses/{id}", "/courses/{id}/history", "/curriculum", "/curriculum/{id}"],
  },
  "/exams/{id}/history": {
    entity: "exam",
    path: "/exams/{id}/history/{audit_id}/take-back",
    permission: "all_groups:exam|my_groups:exam",
    stale: ["/exams/{id}", "/exams/{id}/participants", "/groups/{id}/exams"],
  },
  "/homework/for-admin/{id}/history": {
    entity: "homework",
    path: "/homework/for-admin/{id}/history/{audit_id}/take-back",
    permission: "all_groups:all_homeworks",
    stale: ["/homework/for-admin", "/homework/for-admin/{id}", "/groups/for-admin/{id}/homework"],
  },
  "/homework/for-academic/{id}/history": {
    entity: "homework",
    path: "/homework/for-academic/{id}/history/{audit_id}/take-back",
    permission: "my_groups:all_homeworks",
    stale: ["/homework/for-academic", "/homework/for-academic/{id}", "/groups/for-academic/{id}/homework"],
  },
};

export type RevertTarget = { path: RevertPath; stale: readonly PathOf<"get">[] };

/** Revert call of this history for the signed-in person; undefined where it is not allowed or does not exist. */
export function useRevertTarget(history: HistoryPath | undefined): RevertTarget | undefined {
  const kind = history && KINDS[history];
  const centre = useCentreReason();
  const may = useCan(kind?.permission ?? "", "update") && !(kind?.centre && centre !== undefined);
  return kind && may ? { path: kind.path, stale: [...kind.stale, history, "/audits"] } : undefined;
}

/** History path of an entity. */
export const historyOf = (entity: string): HistoryPath | undefined =>
  (Object.keys(KINDS) as HistoryPath[]).find((path) => KINDS[path]?.entity === entity);

/** History that an entry is reverted from: its record's own, where it is of another record than the page's. */
export const historyOfEntry = (page: HistoryPath, entity: string): HistoryPath =>
  KINDS[page]?.entity === entity ? page : (historyOf(entity) ?? page);
