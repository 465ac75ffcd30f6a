import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { useSession } from "@/entities/access/session";
import { Card, Page } from "@/ui/display/page";
import { PasswordForm } from "./password-form";

/** Own password on a page of its own, for a person who must change it before anything else. */
export function PasswordScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // Return path (D-42)
  const from = (useLocation().state as { from?: string } | null)?.from;
  const must = useSession().profile?.mustChangePassword === true;
  return (
    <Page title={t("profile.password")} narrow>
      <Card>
        <div className="max-w-md">
          {must ? (
            <p className="mb-4 rounded-md bg-warn-soft px-3 py-2 text-base text-warn">{t("profile.passwordMust")}</p>
          ) : null}
          <PasswordForm
            onDone={() => void navigate(must ? (from ?? "/") : "/profile")}
            {...(must ? {} : { cancelTo: "/profile" })}
          />
        </div>
      </Card>
    </Page>
  );
}
