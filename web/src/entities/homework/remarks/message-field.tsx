/** A message to the student, with the checker's bank of remarks: a code or a press writes one. */
import { Settings2 } from "lucide-react";
import { type ReactNode, type RefObject, Suspense, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { useCan } from "@/entities/access/can";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { IconButton } from "@/ui/controls/button";
import { expandRemark } from "./remark-codes";

const RemarksDialog = lazyComponent(async () => (await import("./remarks-dialog")).RemarksDialog, ["checking", "form"]);

const MESSAGE_LENGTH = 1000;
/** The bank of remarks belongs to those who check homework. */
const BANK = "all_groups:check_homeworks|my_groups:check_homeworks";

type MessageProps = {
  text: string;
  disabled: boolean;
  /** Shown above the field, where there is another one that it could be taken for; with who reads it and when. */
  label?: { name: string; hint: string };
  messageRef: RefObject<HTMLTextAreaElement | null>;
  onType: (text: string) => void;
  /** More buttons beside the remarks. */
  children?: ReactNode;
};

export function MessageField({ text, disabled, label, messageRef, onType, children }: MessageProps) {
  const { t } = useTranslation();
  const id = useId();
  const name = label?.name ?? t("checking.message");
  const hasBank = useCan(BANK);
  const remarks =
    useRead("/homework-chat/remarks", undefined, { enabled: hasBank, staleTime: 300_000 }).data?.remarks ?? [];
  const [managed, setManaged] = useState(false);
  const caret = useRef<number | null>(null);
  const write = (next: string, at: number) => {
    const expanded = expandRemark(next, at, remarks);
    onType((expanded?.text ?? next).slice(0, MESSAGE_LENGTH));
    caret.current = expanded?.caret ?? null;
  };
  // within the render that writes the remark: the next key is typed behind it, however soon it comes
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text that was written
  useLayoutEffect(() => {
    if (caret.current !== null) messageRef.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [text, messageRef]);
  return (
    <div className="grid gap-2">
      {label ? (
        <p className="grid text-sm max-sm:sr-only">
          <span aria-hidden className="font-[550] text-ink">
            {name}
          </span>
          <span id={id} className="text-xs text-mut">
            {label.hint}
          </span>
        </p>
      ) : null}
      <textarea
        ref={messageRef}
        aria-label={name}
        aria-describedby={label ? id : undefined}
        placeholder={name}
        rows={3}
        maxLength={MESSAGE_LENGTH}
        disabled={disabled}
        value={text}
        onChange={(event) => write(event.target.value, event.target.selectionStart)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
        }}
        className="w-full rounded-lg border border-line-strong bg-surface p-3 text-ink placeholder:text-mut max-sm:h-11 max-sm:py-2.5"
      />
      {hasBank ? (
        <div className="-m-1 flex items-center gap-2 overflow-hidden p-1">
          <ul className="flex gap-2 max-sm:overflow-x-auto sm:flex-wrap" aria-label={t("checking.remarks")}>
            {remarks.slice(0, 6).map((remark) => (
              <li key={remark.id}>
                <button
                  type="button"
                  disabled={disabled}
                  title={remark.text}
                  onClick={() => onType([text.trim(), remark.text].filter(Boolean).join(" ").slice(0, MESSAGE_LENGTH))}
                  className="max-w-[22ch] shrink-0 truncate rounded-full border border-accent-line bg-accent-soft px-3 py-0.5 text-sm text-accent-ink max-sm:min-h-11"
                >
                  {`;${remark.code} ${remark.text}`}
                </button>
              </li>
            ))}
          </ul>
          <IconButton icon={Settings2} label={t("checking.remark.manage")} onClick={() => setManaged(true)} />
          {children}
        </div>
      ) : null}
      {managed ? (
        <Suspense>
          <RemarksDialog onClose={() => setManaged(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
