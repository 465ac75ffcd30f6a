/** What to do where another person was first. */
import { invalidate } from "./cache";
import { ApiError } from "./errors";
import type { PathOf } from "./request";

/** After a conflict what is shown becomes what is, and the next press is decided by that (D-103). */
export function readAgainAfterConflict(error: unknown, paths: readonly PathOf<"get">[]): void {
  if (error instanceof ApiError && error.status === 409) void invalidate(...paths);
}
