import { useCallback, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog, type ConfirmDialogProps } from "./confirm-dialog";
import { REASON_MAX } from "./reason-max";

type ReasonDialogProps = Omit<ConfirmDialogProps, "onConfirm" | "children"> & {
  /** Gets the reason, never blank; return false to stay open. */
  onConfirm: (reason: string) => unknown;
  label: string;
};

/** Asks for a reason before an action. The typed text stays until the action succeeds. */
export function ReasonDialog({ open, label, onConfirm, ...rest }: ReasonDialogProps) {
  return open ? <OpenReasonDialog {...rest} label={label} onConfirm={onConfirm} /> : null;
}

function OpenReasonDialog({ label, onConfirm, ...rest }: Omit<ReasonDialogProps, "open">) {
  const { t } = useTranslation();
  const id = useId();
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  // The dialog focuses *cancel* on opening; here the text field comes first.
  const opened = useCallback((node: HTMLTextAreaElement | null) => {
    box.current = node;
    if (node) requestAnimationFrame(() => node.focus());
  }, []);
  const confirm = () => {
    if (reason.trim()) return onConfirm(reason.trim());
    setMissing(true);
    box.current?.focus();
    return false;
  };
  return (
    <ConfirmDialog {...rest} open onConfirm={confirm}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-[550] text-ink">
        {label}
      </label>
      <textarea
        ref={opened}
        id={id}
        rows={3}
        maxLength={REASON_MAX}
        value={reason}
        aria-required
        aria-invalid={missing || undefined}
        aria-describedby={`${id}-words`}
        onChange={(event) => {
          setReason(event.target.value);
          setMissing(false);
        }}
        className="field h-auto min-h-20 resize-y py-2"
      />
      <p id={`${id}-words`} aria-live="polite" className="mt-1 min-h-5 text-sm text-bad">
        {missing ? t("form.required") : null}
      </p>
    </ConfirmDialog>
  );
}
