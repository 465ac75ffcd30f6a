/** A dialog without a frame: named for screen readers only, it returns the focus when it closes. */
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import { useFocusBack } from "./dialog-parts";

interface BareDialogProps {
  title: string;
  onClose: () => void;
  /** Its place and its animation. */
  className: string;
  children: ReactNode;
}

export function BareDialog({ title, onClose, className, children }: BareDialogProps) {
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
