/** Work at the end of a session. */
const cleanups = new Set<() => void>();
const lastDeeds = new Set<() => Promise<void>>();

/** Cleanups that run when a session ends, so that no data of the person stays in memory. */
export function onSignOut(cleanup: () => void): void {
  cleanups.add(cleanup);
}

export function runSignOutCleanups(): void {
  for (const cleanup of cleanups) cleanup();
}

/** What is done in the session's name before the person signs out; a session that ends by itself does none of it. */
export function beforeSignOut(deed: () => Promise<void>): void {
  lastDeeds.add(deed);
}

export async function runBeforeSignOut(): Promise<void> {
  await Promise.all([...lastDeeds].map((deed) => deed().catch(() => undefined)));
}
