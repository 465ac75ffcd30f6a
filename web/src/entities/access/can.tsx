import type { ReactNode } from "react";
import { type Action, permits } from "./permissions";
import { session, useSession } from "./session";

/** May the person who is signed in do this? `useCan("users:students", "update")`; a bar parts what is enough alone. */
export function useCan(permission: string, action: Action = "read"): boolean {
  return permits(useSession().permissions, permission, action);
}

/** The same outside of components. */
export function can(permission: string, action: Action = "read"): boolean {
  return permits(session().permissions, permission, action);
}

type CanProps = { permission: string; action?: Action; otherwise?: ReactNode; children: ReactNode };

/** Shows its content only to who has the right. */
export function Can({ permission, action, otherwise = null, children }: CanProps) {
  return useCan(permission, action) ? children : otherwise;
}
