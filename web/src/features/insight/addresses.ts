/** Paths of a lesson's attendance sheet and of its group. */
import type { Today } from "@/api/types";

type Audience = Today["audience"];

/** Fields of a lesson's path; a lesson whose schedule is gone has 0 in its place (D-55). */
export interface Placed {
  id: number;
  groupId: number;
  staffId: number;
  scheduleId: number | null;
  date: string;
}

const base = (audience: Audience) => (audience === "admin" ? "/groups" : "/my-groups");

/** The sheet of the lesson; `lessonId` names it where day and schedule don't (R2-086, D-71). */
export function markAddress({ id, groupId, staffId, scheduleId, date }: Placed, audience: Audience): string {
  const path = `${base(audience)}/${groupId}/staff/${staffId}/attendance/schedule/${scheduleId ?? 0}/edit/${date}`;
  return scheduleId === null ? `${path}?lessonId=${id}` : path;
}

export function groupAddress(
  { groupId, staffId, scheduleId }: Omit<Placed, "id" | "date">,
  audience: Audience,
): string {
  return `${base(audience)}/${groupId}/staff/${staffId}/schedule/${scheduleId ?? 0}?tab=1`;
}
