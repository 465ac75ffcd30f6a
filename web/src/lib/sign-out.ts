/** Cleanups that run when a session ends, so that no data of the person stays in memory. */
const cleanups = new Set<() => void>();

export function onSignOut(cleanup: () => void): void {
  cleanups.add(cleanup);
}

export function runSignOutCleanups(): void {
  for (const cleanup of cleanups) cleanup();
}
