import { X } from "lucide-react";
import { type ButtonHTMLAttributes, type Ref, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/ui/cx";
import { focusNeighbour, nothingFocused } from "@/ui/focus-neighbour";

/** The close button of a dialog. No tooltip: it would swallow the first Escape. */
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

// A disabled field takes no focus: the keys would stay with the page behind.
const FIELDS =
  ":is([data-autofocus], input:not([type=hidden], [aria-hidden]), textarea, select, [role=checkbox]):not(:disabled)";

/** Focuses the first field of an opened dialog, else the dialog itself, so that Escape and arrows work at once. */
export function focusInside(event: Event): void {
  event.preventDefault();
  const dialog = event.currentTarget as HTMLElement;
  (dialog.querySelector<HTMLElement>(FIELDS) ?? dialog).focus();
}

/**
 * Returns the focus to where it was before the dialog opened, or next to it where that has gone, unless the person has
 * moved it.
 */
export function useFocusBack(): (event: Event) => void {
  const [focusBack] = useState(() => focusNeighbour());
  return (event) => {
    event.preventDefault();
    focusBack();
  };
}

/** For `onCloseAutoFocus`: the trigger is focused only where nothing else has taken the focus. */
export function unlessFocused(event: Event): void {
  if (!nothingFocused()) event.preventDefault();
}

/** For `onEscapeKeyDown`: only the topmost layer closes, and the page below hears nothing of the key. */
export function onlyThisCloses(event: KeyboardEvent): void {
  event.stopImmediatePropagation();
}
