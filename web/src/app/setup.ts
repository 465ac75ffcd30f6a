/** One-time set-up of the frame: the read cache follows the connection and is cleared at sign-out. */
import { onlineManager } from "@tanstack/react-query";
import { cache } from "@/api/cache";
import { session, startSession } from "@/entities/access/session";
import { isOnline, onOnline } from "@/lib/online";
import { nameScreens } from "@/lib/screen-names";
import { listenToKeys } from "@/lib/shortcuts";
import { onSignOut } from "@/lib/sign-out";
import { discardUnsaved } from "@/lib/unsaved";
import { forgetPreferences } from "@/ui/preferences/preferences";
import { SCREENS } from "./screens";

onlineManager.setEventListener((setOnline) => onOnline(() => setOnline(isOnline())));
onOnline(() => {
  if (!isOnline()) return;
  if (session().phase === "failed" || session().restored) void startSession();
  void cache.refetchQueries({ predicate: (query) => query.state.status === "error" });
});
onSignOut(() => {
  cache.clear();
  discardUnsaved();
  forgetPreferences();
});
nameScreens(
  SCREENS.filter((screen) => !screen.devOnly && screen.crumbs.length > 0).map(({ path, crumbs }) => ({
    path: path.replace(/:(\w+)/g, "{$1}"),
    labels: crumbs.map((crumb) => crumb.label),
  })),
);
listenToKeys();
// After the first paint.
setTimeout(() => void import("@/lib/stray-drops").then((code) => code.refuseStrayDrops()).catch(() => undefined));
setTimeout(() => {
  import("@/entities/videos/uploads/restore-uploads").then((code) => code.followSession()).catch(() => undefined);
});
setTimeout(() => void import("./offline/start-offline").then((code) => code.startOffline()).catch(() => undefined));
