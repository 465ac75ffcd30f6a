/** The secondary actions of a list on a phone, behind one button. */
import { Ellipsis } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/ui/controls/button";
import { cx } from "@/ui/cx";

// The menus of an action are rendered elsewhere, and close by themselves.
const FLOATING = "[role=menu], [role=dialog]";

/** The panel stays rendered while it is closed, for the dialogs of its actions belong to them. */
export function PhoneActions({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const onPress = (event: PointerEvent) => {
      const target = event.target as Element;
      if (!box.current?.contains(target) && !target.closest(FLOATING)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [open]);
  // The focus returns to the button, which a dialog that opens now returns it to in its turn.
  const close = () => {
    trigger.current?.focus();
    setOpen(false);
  };
  const onClick = (event: MouseEvent) => {
    const pressed = (event.target as Element).closest("a, button");
    const inside = pressed && event.currentTarget.contains(pressed);
    if (inside && pressed.getAttribute("aria-haspopup") !== "menu") close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || !open) return;
    event.stopPropagation();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape anywhere inside closes the panel
    <div ref={box} className="relative" onKeyDown={onKeyDown}>
      <IconButton
        ref={trigger}
        icon={Ellipsis}
        label={t("kit.more")}
        aria-expanded={open}
        aria-controls={id}
        className="border border-line-strong bg-surface"
        onClick={() => setOpen(!open)}
      />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: its buttons have the keys */}
      <div
        id={id}
        hidden={!open}
        onClick={onClick}
        className={cx(
          "floating absolute top-full right-0 z-30 mt-1 w-72 gap-1.5 p-2",
          open && "grid",
          "[&_a]:w-full [&_a]:justify-start [&_button]:w-full [&_button]:justify-start",
        )}
      >
        {children}
      </div>
    </div>
  );
}
