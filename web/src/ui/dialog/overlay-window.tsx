/** A bare window over everything: named for readers only, it gives the focus back when it goes. */
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import { useFocusBack } from "./window-parts";

interface OverlayWindowProps {
  title: string;
  onClose: () => void;
  /** Where it stands and how it comes. */
  className: string;
  children: ReactNode;
}

export function OverlayWindow({ title, onClose, className, children }: OverlayWindowProps) {
  const focusBack = useFocusBack();
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={focusBack}
          className={cx("fixed z-40 flex flex-col focus:outline-none", className)}
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
