import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { isAuthenticated } from "@/api/tokens";
import { discardUnsaved, hasUnsaved } from "@/lib/unsaved";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";

/** Confirms leaving a page with unsaved changes. */
export function LeaveGuard() {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved() && isAuthenticated() && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onClose={() => blocker.state === "blocked" && blocker.reset()}
      title={t("kit.unsavedTitle")}
      text={t("kit.unsavedText")}
      cancel={t("kit.stay")}
      confirm={t("kit.leave")}
      danger
      onConfirm={() => {
        discardUnsaved();
        if (blocker.state === "blocked") blocker.proceed();
      }}
    />
  );
}
