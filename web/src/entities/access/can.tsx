import type { ReactNode } from "react";
import { type Action, permits } from "./permissions";
import { session, useSession } from "./session";

/** True where the signed-in person may do this: `useCan("users:students", "update")`; a bar separates alternatives. */
export function useCan(permission: string, action: Action = "read"): boolean {
  return permits(useSession().permissions, permission, action);
}

/** The same outside of components. */
export function can(permission: string, action: Action = "read"): boolean {
  return permits(session().permissions, permission, action);
}

type CanProps = { permission: string; action?: Action; otherwise?: ReactNode; children: ReactNode };

/** Renders its children only with the permission. */
export function Can({ permission, action, otherwise = null, children }: CanProps) {
  return useCan(permission, action) ? children : otherwise;
}
