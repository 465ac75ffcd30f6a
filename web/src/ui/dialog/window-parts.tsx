import { X } from "lucide-react";
import { type ButtonHTMLAttributes, type Ref, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/ui/cx";

/** The cross of a window. No tooltip: it would swallow the first Escape. */
export function CloseButton({
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-label={t("kit.close")}
      {...rest}
      className={cx(
        "grid size-9 shrink-0 place-items-center rounded text-ink-soft hover:bg-hover hover:text-ink max-sm:size-11",
        className,
      )}
    >
      <X aria-hidden size={19} strokeWidth={1.8} />
    </button>
  );
}

/** The focus of an opened window: its first field, else the window itself, so that Escape and arrows work at once. */
export function focusInside(event: Event): void {
  event.preventDefault();
  const window = event.currentTarget as HTMLElement;
  const field = window.querySelector<HTMLElement>("[data-autofocus], input:not([type=hidden]), textarea, select");
  (field ?? window).focus();
}

/** Gives the focus back to where it was before the window opened, unless the person has put it elsewhere. */
export function useFocusBack(): (event: Event) => void {
  const [before] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const free = document.activeElement === null || document.activeElement === document.body;
    if (free && before instanceof HTMLElement) before.focus();
  };
}
