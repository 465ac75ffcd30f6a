/** Dialogs that block and unblock an account and reset its password, in the texts of whose account it is. */
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { ReasonDialog } from "@/ui/dialog/reason-dialog";
import { showDone, showUndo } from "@/ui/feedback/toast";

type DialogTexts = { title: string; text: string; confirm: string };

type BlockDialogProps = {
  active: boolean;
  /** `done` is shown after the change; `label` names the reason. */
  block: DialogTexts & { label: string; done: string };
  unblock: DialogTexts & { done: string };
  /** Sends the change; undefined: it failed, and the dialog stays open. */
  onSend: (active: boolean, reason: string) => Promise<unknown>;
  onClose: () => void;
};

/** Blocks an active account for a reason, which can be undone for six seconds, or unblocks a blocked one. */
export function BlockDialog({ active, block, unblock, onSend, onClose }: BlockDialogProps) {
  const unblockNow = async () => {
    if ((await onSend(true, "")) === undefined) return false;
    showDone(unblock.done);
    return true;
  };
  const blockNow = async (reason: string) => {
    if ((await onSend(false, reason)) === undefined) return false;
    showUndo(block.done, () => void unblockNow());
    return true;
  };
  if (active) {
    const { done: _, ...texts } = block;
    return <ReasonDialog open danger saves {...texts} onClose={onClose} onConfirm={blockNow} />;
  }
  const { done: _, ...texts } = unblock;
  return <ConfirmDialog open saves {...texts} onClose={onClose} onConfirm={unblockNow} />;
}

type ResetPasswordDialogProps = DialogTexts & {
  /** Returns the new password; undefined: the reset failed. */
  onReset: () => Promise<string | undefined>;
  /** Shows the new password. */
  children: (password: string) => ReactNode;
  onClose: () => void;
};

/** Resets a password after a confirmation, then shows the new one. */
export function ResetPasswordDialog({ onReset, children, onClose, ...texts }: ResetPasswordDialogProps) {
  const [password, setPassword] = useState<string | null>(null);
  if (password !== null) return children(password);
  return (
    <ConfirmDialog
      open
      danger
      saves
      {...texts}
      onClose={onClose}
      onConfirm={async () => {
        const issued = await onReset();
        if (issued !== undefined) setPassword(issued);
        // The same dialog shows the result.
        return false;
      }}
    />
  );
}
