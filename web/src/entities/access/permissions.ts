/** Permissions of a person: the tree from the server, queried by `module:option` (D-53). */
import type { PermissionObject } from "@/api/types";

export type Action = "create" | "read" | "update" | "delete";

function holds(object: PermissionObject | undefined, action: Action): boolean {
  if (!object) return false;
  return object.permissions.includes(action) || (object.children ?? []).some((child) => holds(child, action));
}

/** Starting a synchronisation and reading its report: any one of these (D-59). */
export const START_SYNC = {
  permission: "users:students|all_groups|settings:integrations",
  action: "update",
} as const;

/** The permissions of which one is enough, parted by a bar as in contracts/access.csv. */
export const oneOf = (permission: string): string[] => permission.split("|");

/** May any of these be done? `users:students|all_groups`. */
export function permits(objects: PermissionObject[], permission: string, action: Action): boolean {
  return oneOf(permission).some((one) => permitsOne(objects, one, action));
}

/** `users:students` names an option; a bare module holds with the action on any of its options. */
function permitsOne(objects: PermissionObject[], permission: string, action: Action): boolean {
  const [module, option] = permission.split(":");
  const found = objects.find((object) => object.name === module);
  if (!option) return holds(found, action);
  return found?.children?.find((child) => child.name === option)?.permissions.includes(action) ?? false;
}
