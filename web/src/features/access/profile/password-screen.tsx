import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { useSession } from "@/entities/access/session";
import { Card, Page } from "@/ui/display/page";
import { PasswordForm } from "./password-form";

/** The own password on a page of its own: where one lands who must change it before going on. */
export function PasswordScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // where he was on his way to (D-42)
  const from = (useLocation().state as { from?: string } | null)?.from;
  const must = useSession().profile?.mustChangePassword === true;
  return (
    <Page title={t("profile.password")} narrow>
      <Card>
        <div className="max-w-md">
          {must ? (
            <p className="mb-4 rounded-md bg-warn-soft px-3 py-2 text-base text-warn">{t("profile.passwordMust")}</p>
          ) : null}
          <PasswordForm onDone={() => void navigate(must ? (from ?? "/") : "/profile")} />
        </div>
      </Card>
    </Page>
  );
}
