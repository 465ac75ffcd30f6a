import { Dialog as Radix } from "radix-ui";
import type { KeyboardEvent, ReactNode } from "react";
import { confirmOnCtrlEnter } from "@/ui/confirm-on-ctrl-enter";
import { cx } from "@/ui/cx";
import { CloseButton, focusInside, useFocusBack } from "./dialog-parts";
export type SidePanelContentProps = {
  onClose: () => void;
  title: ReactNode;
  /** Beside the close button. */
  actions?: ReactNode;
  children: ReactNode;
  /** Keys pressed while the panel has the focus: a list behind it may be walked with ↑ ↓. */
  onKeyDown?: (event: KeyboardEvent) => void;
  /** The page behind stays usable (peek). */
  beside?: boolean;
};

/** The panel itself; fetched when the first one opens. */
export function SidePanelContent({ onClose, title, actions, children, onKeyDown, beside }: SidePanelContentProps) {
  const focusBack = useFocusBack();
  return (
    <Radix.Root open modal={!beside} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        {beside ? null : <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />}
        <Radix.Content
          aria-describedby={undefined}
          tabIndex={-1}
          onOpenAutoFocus={focusInside}
          onCloseAutoFocus={focusBack}
          onKeyDown={(event) => {
            onKeyDown?.(event);
            confirmOnCtrlEnter(event);
          }}
          onInteractOutside={(event) => beside && event.preventDefault()}
          className={cx(
            "fixed inset-y-0 right-0 z-40 flex w-[440px] max-w-full flex-col border-l border-line bg-surface shadow-float",
            "animate-slide-in focus:outline-none max-sm:w-full",
          )}
        >
          <div className="flex min-h-14 items-center gap-2 border-b border-line py-2 pr-3 pl-5">
            <Radix.Title className="min-w-0 flex-1 truncate text-base font-[650] text-ink-strong">{title}</Radix.Title>
            {actions}
            <Radix.Close asChild>
              <CloseButton />
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
