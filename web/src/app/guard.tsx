import { type ReactNode, useState } from "react";
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
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const opens = phase === "ready" && mayOpen(screen, permissions);
  if (opens && openedAt !== pathname) setOpenedAt(pathname);
  if (permission !== "signed-in" && !isKnownPermission(permission)) {
    return <Forbidden heading="h1" title={t("errors.forbiddenTitle")} text={t("errors.forbiddenText")} />;
  }
  if (phase === "failed") {
    return <ErrorState error={error} title={t("shell.startFailed")} onRetry={() => void startSession()} />;
  }
  if (profile?.mustChangePassword && path !== PASSWORD) return <Redirect to={PASSWORD} from={pathname + search} />;
  if (phase !== "ready") return <PageSkeleton />;
  // A screen with an action is a form: what was typed into it stays.
  const held = !opens && screen.action !== undefined && openedAt === pathname;
  if (!opens && !held) return <Forbidden heading="h1" title={t("errors.noRight")} />;
  if (screen.action === undefined) return children;
  return (
    <>
      {held ? (
        <p
          role="alert"
          className="mx-6 mt-6 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn max-sm:mx-3 max-sm:mt-3"
        >
          {t("errors.rightGone")}
        </p>
      ) : null}
      <fieldset disabled={held} className="contents">
        {children}
      </fieldset>
    </>
  );
}
