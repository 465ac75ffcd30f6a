/** Files of a homework: chosen or dropped, uploaded at once with progress, removed again (R2-187). */
import { FileText, Paperclip, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/use-language";
import { formatSize } from "@/lib/format/numbers";
import { Button, IconButton } from "@/ui/controls/button";
import { ProgressBar } from "@/ui/feedback/progress";
import { useBusy, useWorkUpload, type WorkFile } from "./use-work-upload";

export const MAX_FILES = 10;

/** The call that stores one file. */
export type AttachmentsPath =
  | "/upload/homework-attachments"
  | "/upload/homework"
  | "/upload/exam-attachments"
  | "/upload/homework-db-attachments";

type AttachmentsProps = {
  path: AttachmentsPath;
  files: readonly WorkFile[];
  onChange: (files: WorkFile[]) => void;
  onBusy?: ((busy: boolean) => void) | undefined;
  error?: string | undefined;
};

export function Attachments({ path, files, onChange, onBusy, error }: AttachmentsProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const help = useRef<HTMLParagraphElement>(null);
  const { sending, wrong, setWrong, send } = useWorkUpload();
  useBusy(sending !== null, onBusy);
  useEffect(() => {
    // A bar at the foot of the screen would cover what is in view there.
    if (wrong) help.current?.scrollIntoView({ block: "center" });
  }, [wrong]);
  const add = async (chosen: FileList | null) => {
    let all = [...files];
    for (const file of chosen ?? []) {
      if (all.length >= MAX_FILES) {
        setWrong(t("homework.tooManyFiles", { total: MAX_FILES }));
        break;
      }
      const stored = await send<{ file: WorkFile }>(path, file, file.name);
      if (!stored) break;
      all = [...all, stored.file];
      onChange(all);
    }
    if (input.current) input.current.value = "";
  };
  return (
    <fieldset
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void add(event.dataTransfer.files);
      }}
      className="grid grid-cols-1 gap-2"
    >
      <legend className="mb-1.5 text-sm font-[550] text-ink">{t("homework.files")}</legend>
      <FileList files={files} onRemove={(id) => onChange(files.filter((file) => file.fileId !== id))} />
      <input
        ref={input}
        type="file"
        multiple
        aria-label={t("homework.files")}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void add(event.target.files)}
      />
      <div>
        <Button
          icon={Paperclip}
          saves
          disabled={sending !== null || files.length >= MAX_FILES}
          onClick={() => input.current?.click()}
        >
          {t("homework.addFiles")}
        </Button>
      </div>
      {sending ? <ProgressBar percent={sending.percent} label={t("homework.sending", { name: sending.name })} /> : null}
      <p ref={help} aria-live="polite" className={wrong || error ? "text-sm text-bad" : "text-sm text-mut"}>
        {wrong || error || t("homework.filesHelp", { total: MAX_FILES, megabytes: 20 })}
      </p>
    </fieldset>
  );
}

type FileListProps = { files: readonly WorkFile[]; onRemove?: (fileId: string) => void };

/** Files with their size; each is downloaded, never opened as a page (D-81). */
export function FileList({ files, onRemove }: FileListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (files.length === 0) return null;
  return (
    <ul aria-label={t("homework.files")} className="grid grid-cols-1 gap-1.5">
      {files.map((file) => (
        <li key={file.fileId} className="flex min-h-10 items-center gap-2 rounded-md border border-line px-3">
          <FileText aria-hidden size={16} className="shrink-0 text-mut" />
          <a href={file.url} download={file.name} className="min-w-0 flex-1 truncate text-sm hover:underline">
            {file.name}
          </a>
          <span className="text-xs whitespace-nowrap text-mut tabular-nums">{formatSize(file.size, language)}</span>
          {onRemove ? (
            <IconButton
              icon={X}
              label={t("homework.removeFile", { name: file.name })}
              onClick={() => onRemove(file.fileId)}
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}
