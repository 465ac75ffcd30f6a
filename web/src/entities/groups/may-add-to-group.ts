import { useCan } from "@/entities/access/can";

/** D-45: needs reading the homework of all groups; its call changes the student, so that permission is needed too. */
export function useMayAddToGroup(): boolean {
  const reads = useCan("all_groups:all_homeworks", "read");
  const changes = useCan("users:students", "update");
  return reads && changes;
}
