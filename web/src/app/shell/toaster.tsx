import { useEffect, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Toaster as Sonner } from "sonner";
import { toasterStands } from "@/ui/feedback/toast";
import { onTheme, paintedTheme } from "@/ui/preferences/theme";

/** Container of the toasts. */
export function Toaster() {
  const { t } = useTranslation();
  const theme = useSyncExternalStore(onTheme, paintedTheme);
  // After those of its child, which listens by then.
  useEffect(toasterStands, []);
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      // Above the buttons at the foot of a phone's screen.
      mobileOffset={{ bottom: 84 }}
      containerAriaLabel={t("shell.notifications")}
      closeButton
      toastOptions={{
        closeButtonAriaLabel: t("kit.close"),
        classNames: {
          toast: "!bg-surface !border-line !text-ink !rounded !shadow-float !font-sans",
          title: "!text-ink-strong !font-[550]",
          description: "!text-ink-soft whitespace-pre-line break-words",
          actionButton: "!bg-transparent !text-accent-ink !font-[550] !border !border-solid !border-line-strong",
          closeButton: "!bg-surface !text-ink-soft !border-line",
          success: "[&_[data-icon]]:!text-good",
          error: "[&_[data-icon]]:!text-bad",
          info: "[&_[data-icon]]:!text-info",
        },
      }}
    />
  );
}
