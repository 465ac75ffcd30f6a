import "./theme.css";
import { createRoot } from "react-dom/client";
import { isAuthenticated } from "@/api/tokens";
import { App, fetchAppRoot } from "@/app/app";
import { redirectToMatchSession } from "@/app/auth-redirect";
import { startSession, watchPermissions, watchSession } from "@/entities/access/session";
import { startTexts } from "@/i18n/texts";
import { watchConnection } from "@/lib/online";
import { startTheme } from "@/ui/preferences/theme";

startTheme();
watchConnection();
watchSession();
watchPermissions();
redirectToMatchSession();
// The person's profile, the code and the words come at the same time.
void startSession();
if (isAuthenticated()) fetchAppRoot().catch(() => undefined);
void startTexts().then(() => {
  const root = document.getElementById("root");
  // It may hold the page of a start that failed (before-paint.js).
  root?.replaceChildren();
  if (root) createRoot(root).render(<App />);
});
