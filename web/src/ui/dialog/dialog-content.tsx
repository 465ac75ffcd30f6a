import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { confirmOnCtrlEnter } from "@/ui/confirm-on-ctrl-enter";
import { cx } from "@/ui/cx";
import { CloseButton, focusInside, useFocusBack } from "./dialog-parts";
export type DialogContentProps = {
  onClose: () => void;
  title: ReactNode;
  /** A sentence under the title. */
  text?: ReactNode;
  /** Buttons at the bottom, the main one last. */
  actions?: ReactNode;
  children?: ReactNode;
  /** player: 640 px of content. */
  size?: "small" | "normal" | "player" | "wide";
  /** Called before closing with unsaved input: return false to stay. */
  mayClose?: () => boolean;
};

const widths = { small: "max-w-[420px]", normal: "max-w-[560px]", player: "max-w-[682px]", wide: "max-w-[860px]" };

/** The dialog itself; fetched when the first one opens. */
export function DialogContent({
  onClose,
  title,
  text,
  actions,
  children,
  size = "normal",
  mayClose,
}: DialogContentProps) {
  const focusBack = useFocusBack();
  return (
    <Radix.Root open onOpenChange={(next) => !next && (mayClose?.() ?? true) && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          tabIndex={-1}
          onOpenAutoFocus={focusInside}
          onCloseAutoFocus={focusBack}
          onKeyDown={confirmOnCtrlEnter}
          {...(text ? {} : { "aria-describedby": undefined })}
          className={cx(
            "floating fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-32px)] w-[calc(100%-24px)] -translate-x-1/2 -translate-y-1/2",
            "flex-col rounded-xl focus:outline-none",
            widths[size],
          )}
        >
          <div className="flex items-start gap-3 py-4 pr-3 pl-5">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg font-[650] text-ink-strong">{title}</Radix.Title>
              {text ? <Radix.Description className="mt-1 text-base text-ink-soft">{text}</Radix.Description> : null}
            </div>
            <Radix.Close asChild>
              <CloseButton className="-my-1" />
            </Radix.Close>
          </div>
          {children ? <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div> : null}
          {actions ? (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3 max-sm:[&>*]:flex-1">
              {actions}
            </div>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
