import { useCan } from "@/entities/access/can";

/** D-45: shown to who may read the homework of all groups; as its call changes the student, that right is asked too. */
export function useMayAddToGroup(): boolean {
  const reads = useCan("all_groups:all_homeworks", "read");
  const changes = useCan("users:students", "update");
  return reads && changes;
}
