/** The live stream of a signed-in person: started after the first page, and told of changed rights (issue 16). */
import { refetchPermissions, session } from "@/entities/access/session";
import { startLive } from "@/lib/live/stream";
import { onLive } from "@/lib/live/topics";

/** Reads the own permissions again at once when they changed. */
export function followRights(): () => void {
  return onLive("rights", () => {
    if (session().phase === "ready" && !session().profile?.mustChangePassword) void refetchPermissions();
  });
}

let following = false;

export function followLive(): void {
  if (following) return;
  following = true;
  followRights();
  startLive();
}
