/** What the frame ties together once: the read cache follows the connection and goes with the person. */
import { onlineManager } from "@tanstack/react-query";
import { cache } from "@/api/cache";
import { listenToKeys } from "@/shared/keys/shortcuts";
import { isOnline, onOnline } from "@/shared/offline/online";
import { nameScreens } from "@/shared/screen-names";
import { forgetPreferences } from "@/shared/session/preferences";
import { onForget, session, startSession } from "@/shared/session/session";
import { letUnsavedGo } from "@/shared/unsaved/unsaved";
import { SCREENS } from "./screens";

onlineManager.setEventListener((setOnline) => onOnline(() => setOnline(isOnline())));
onOnline(() => {
  if (!isOnline()) return;
  if (session().phase === "failed") void startSession();
  void cache.refetchQueries({ predicate: (query) => query.state.status === "error" });
});
onForget(() => {
  cache.clear();
  letUnsavedGo();
  forgetPreferences();
});
nameScreens(
  SCREENS.filter((screen) => !screen.devOnly && screen.crumbs.length > 0).map(({ path, crumbs }) => ({
    path: path.replace(/:(\w+)/g, "{$1}"),
    labels: crumbs.map((crumb) => crumb.label),
  })),
);
listenToKeys();
