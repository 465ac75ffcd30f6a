/** The live stream of a signed-in person: started after the first page, and told of changed rights (issue 16). */
import { onSession, refetchPermissions, session } from "@/entities/access/session";
import { startLive } from "@/lib/live/stream";
import { onLive } from "@/lib/live/topics";

/** Signed in, with no new password to set: until then no other call answers (D-61). */
const isSettled = () => session().phase === "ready" && !session().profile?.mustChangePassword;

/** Reads the own permissions again at once when they changed. */
export function followRights(): () => void {
  return onLive("rights", () => {
    if (isSettled()) void refetchPermissions();
  });
}

let following = false;

export function followLive(): void {
  if (following) return;
  following = true;
  followRights();
  startLive({ isOpen: isSettled, onChange: onSession });
}
