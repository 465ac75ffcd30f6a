/** Profile and permissions of the signed-in person, to start without a connection (D-70). */
import { signedInId } from "@/api/tokens";
import type { PermissionObject, Profile } from "@/api/types";
import { canStore, keep, keptOf } from "@/lib/offline/encrypted-store";

const NAME = "session";
type StoredSession = { profile: Profile; permissions: PermissionObject[] };

export async function storeSession(session: StoredSession): Promise<void> {
  if (canStore()) await keep({ name: NAME, userId: session.profile.id, at: Date.now(), day: null }, session);
}

/** The session as it was last read by the person who is signed in here; null: none. */
export async function recallSession(): Promise<StoredSession | null> {
  const userId = signedInId();
  if (userId === undefined || !canStore()) return null;
  const found = (await keptOf(userId, "")).find(({ name }) => name === NAME);
  return (found?.value as StoredSession | undefined) ?? null;
}
