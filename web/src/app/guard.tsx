import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { isKnownPermission } from "@/entities/access/known-permissions";
import { startSession, useSession } from "@/entities/access/session";
import { ErrorState, Forbidden } from "@/ui/feedback/states";
import { PageSkeleton, Redirect } from "./redirect";
import type { Screen } from "./screens";
import { mayOpen } from "./shell/menu";

const PASSWORD = "/profile/password";

/** Renders a screen only when the person's permissions are loaded and allow it; nothing is fetched before. */
export function Guarded({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { t } = useTranslation();
  const { phase, profile, permissions, error } = useSession();
  const { pathname, search } = useLocation();
  const { permission, path } = screen;
  if (permission !== "signed-in" && !isKnownPermission(permission)) {
    return <Forbidden heading="h1" title={t("errors.forbiddenTitle")} text={t("errors.forbiddenText")} />;
  }
  if (phase === "failed") {
    return <ErrorState error={error} title={t("shell.startFailed")} onRetry={() => void startSession()} />;
  }
  if (profile?.mustChangePassword && path !== PASSWORD) return <Redirect to={PASSWORD} from={pathname + search} />;
  if (phase !== "ready") return <PageSkeleton />;
  if (!mayOpen(screen, permissions)) return <Forbidden heading="h1" title={t("errors.noRight")} />;
  return children;
}
