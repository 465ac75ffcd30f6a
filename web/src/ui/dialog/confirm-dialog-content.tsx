import { AlertDialog as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { confirmOnCtrlEnter } from "@/ui/confirm-on-ctrl-enter";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { useFocusBack } from "./dialog-parts";
export type ConfirmDialogContentProps = {
  onClose: () => void;
  /** The question; names what is destroyed. */
  title: ReactNode;
  text?: ReactNode;
  /** Label of the button: the action, never *OK*. */
  confirm: ReactNode;
  /** Closes when it resolves; return false to stay open. */
  onConfirm: () => unknown;
  danger?: boolean;
  cancel?: ReactNode;
  /** The confirmation needs a network. */
  saves?: boolean;
  /** Wide: for what is listed below the question. */
  size?: "small" | "wide";
  children?: ReactNode;
};

const widths = { small: "max-w-[420px]", wide: "max-w-[600px]" };

/** The question itself; fetched when the first one opens. *Cancel* is focused first. */
export function ConfirmDialogContent(props: ConfirmDialogContentProps) {
  const { onClose, title, text, confirm, onConfirm, danger, cancel, saves = false, size = "small", children } = props;
  const { t } = useTranslation();
  const focusBack = useFocusBack();
  const [pending, setPending] = useState(false);
  async function go() {
    setPending(true);
    try {
      if ((await onConfirm()) !== false) onClose();
    } finally {
      setPending(false);
    }
  }
  return (
    <Radix.Root open onOpenChange={(next) => !next && !pending && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-scrim" />
        <Radix.Content
          {...(text ? {} : { "aria-describedby": undefined })}
          onCloseAutoFocus={focusBack}
          onKeyDown={confirmOnCtrlEnter}
          className={cx(
            "floating fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-24px)] w-[calc(100%-24px)] flex-col",
            "-translate-x-1/2 -translate-y-1/2 rounded-xl p-5 focus:outline-none",
            widths[size],
          )}
        >
          <Radix.Title className="text-lg font-[650] text-ink-strong">{title}</Radix.Title>
          {text ? <Radix.Description className="mt-1.5 text-base text-ink-soft">{text}</Radix.Description> : null}
          {children ? <div className="-mx-1 mt-4 min-h-0 overflow-y-auto px-1">{children}</div> : null}
          <div className="mt-5 flex justify-end gap-2 max-sm:[&>*]:flex-1">
            <Radix.Cancel asChild>
              <Button disabled={pending}>{cancel ?? t("kit.cancel")}</Button>
            </Radix.Cancel>
            <Button look={danger ? "danger" : "main"} pending={pending} saves={saves} onClick={() => void go()}>
              {confirm}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
