import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Toaster as Sonner, useSonner } from "sonner";
import { toasterStands } from "@/ui/feedback/toast";
import { onTheme, paintedTheme } from "@/ui/preferences/theme";

/** Pixels below the toasts, on a desktop and on a phone, where nothing stands at the foot of the screen. */
const FOOT = { desktop: 24, phone: 84 };
/** The corner of the screen that toasts take. */
const WIDTH = 400;
const HEIGHT = 120;

/** Height of the bar of buttons at the foot of the screen, where toasts would cover it. */
function barHeight(): number {
  const tops = [...document.querySelectorAll<HTMLElement>('[class*="bottom-"]')]
    .filter((element) => ["sticky", "fixed"].includes(getComputedStyle(element).position))
    .map((element) => element.getBoundingClientRect())
    // it may end above the foot, under a short page; a panel that fills the screen is no bar
    .filter(
      ({ bottom, right, height }) =>
        bottom > innerHeight - HEIGHT && right > innerWidth - WIDTH && height > 0 && height < innerHeight / 2,
    )
    .map(({ top }) => top);
  return innerHeight - Math.min(innerHeight, ...tops);
}

/** The bar's height, followed while there are toasts: a change that is announced may bring a bar. */
function useBarHeight(): number {
  const { toasts } = useSonner();
  const [height, setHeight] = useState(0);
  const shown = toasts.length > 0;
  useEffect(() => {
    if (!shown) return undefined;
    const measure = () => setHeight(barHeight());
    measure();
    const observer = new MutationObserver(measure);
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener("resize", measure);
    addEventListener("scroll", measure, true);
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
      removeEventListener("scroll", measure, true);
    };
  }, [shown]);
  return height;
}

/** Container of the toasts. */
export function Toaster() {
  const { t } = useTranslation();
  const bar = useBarHeight();
  const theme = useSyncExternalStore(onTheme, paintedTheme);
  // After those of its child, which listens by then.
  useEffect(toasterStands, []);
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      // Above the buttons at the foot of the screen.
      offset={{ bottom: bar > 0 ? bar + 12 : FOOT.desktop }}
      mobileOffset={{ bottom: Math.max(bar + 12, FOOT.phone) }}
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
