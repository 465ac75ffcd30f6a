/** Everything for the time without a connection: the service worker, the stored session, the stored sheets (D-70). */
import { permits } from "@/entities/access/permissions";
import { onSession, session, startSession } from "@/entities/access/session";
import { storeSession } from "@/entities/access/stored-session";
import { startOfflineSheets } from "@/features/attendance/saving/offline-sheets";
import { canStore, wipe } from "@/lib/offline/encrypted-store";
import { isOnline } from "@/lib/online";
import { onSignOut } from "@/lib/sign-out";
import { startWorker } from "./worker";

const RETRY_MS = 15_000;
const OWN_SHEETS = "my_groups:attendance";

let stop: (() => void) | null = null;
let startedFor = "";
let stored = "";

/** Follows the session: its person's data is stored while they are signed in, and only theirs. */
function follow(): void {
  const { phase, profile, permissions, restored } = session();
  if (phase !== "ready" || !profile || profile.mustChangePassword || !canStore()) return;
  const person = {
    userId: profile.id,
    zone: profile.timeZone,
    ownGroups: permits(permissions, OWN_SHEETS, "read"),
    restored,
  };
  const key = JSON.stringify(person);
  if (key !== startedFor) {
    stop?.();
    startedFor = key;
    stop = startOfflineSheets(person);
  }
  const content = JSON.stringify({ profile, permissions });
  if (restored || content === stored) return;
  stored = content;
  storeSession({ profile, permissions }).catch(() => undefined);
}

function forget(): void {
  stop?.();
  stop = null;
  startedFor = "";
  stored = "";
  if (canStore()) void wipe().catch(() => undefined);
}

export function startOffline(): void {
  onSignOut(forget);
  onSession(follow);
  follow();
  // The connection may be there although the start had no answer.
  setInterval(() => {
    if (session().restored && isOnline()) void startSession();
  }, RETRY_MS);
  void startWorker().catch(() => undefined);
}
