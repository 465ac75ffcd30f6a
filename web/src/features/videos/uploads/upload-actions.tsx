/** Actions on an upload: pause, resume, restart, choose its file again, delete (R2-285, R2-286, R2-287). */
import { Check, Pause, Play, RotateCcw, Trash2, X } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  canChooseFile,
  canPause,
  canProcessAgain,
  canRestart,
  canResume,
  percentOf,
  type Upload,
} from "@/entities/videos/uploads/upload-item";
import { chooseFile, processAgain, remove, restart, waitsFor } from "@/entities/videos/uploads/upload-manager";
import { acknowledge } from "@/entities/videos/uploads/upload-watch";
import { useLanguage } from "@/i18n/use-language";
import { formatSize } from "@/lib/format/numbers";
import { Button, IconButton } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { showDone, showError, showWarning } from "@/ui/feedback/toast";
import { andFocusNeighbour } from "@/ui/focus-neighbour";

export function UploadActions({ of: upload }: { of: Upload }) {
  const { t } = useTranslation();
  const { phase, key, uploadFile, bytes } = upload;
  const [question, setQuestion] = useState<"delete" | "restart" | null>(null);
  // Nothing is lost with an upload that has not begun.
  const drop = () =>
    upload.id === null && bytes === 0 ? andFocusNeighbour(() => remove(key).catch(showError)) : setQuestion("delete");
  const running = phase === "uploading" || phase === "broken" || phase === "queued";
  return (
    <span className="flex shrink-0 items-center justify-end">
      {phase === "sent" || canProcessAgain(upload) ? (
        <IconButton
          icon={Check}
          label={t("videos.uploads.seen")}
          onClick={() => andFocusNeighbour(() => acknowledge(key))}
        />
      ) : null}
      {canRestart(upload) ? (
        <IconButton
          icon={RotateCcw}
          label={t("videos.uploads.restart")}
          onClick={() => (bytes === 0 ? void restart(key).catch(showError) : setQuestion("restart"))}
        />
      ) : null}
      {/* One button, so that it keeps the focus. */}
      {phase === "uploading" && canPause(upload) ? (
        <IconButton icon={Pause} label={t("videos.uploads.pause")} onClick={uploadFile.abort} />
      ) : phase !== "failed" && canResume(upload) ? (
        <IconButton
          icon={Play}
          label={t(phase === "broken" ? "videos.uploads.resumeNow" : "videos.uploads.resume")}
          onClick={uploadFile.start}
        />
      ) : null}
      {phase === "sent" ? null : (
        <IconButton
          icon={running ? X : Trash2}
          label={t(running ? "videos.uploads.cancel" : "videos.uploads.delete")}
          onClick={drop}
        />
      )}
      {question ? <LosesBytes of={upload} by={question} onClose={() => setQuestion(null)} /> : null}
    </span>
  );
}

type LosesBytesProps = { of: Upload; by: "delete" | "restart"; onClose: () => void };

/** Both delete what is stored. */
function LosesBytes({ of: upload, by, onClose }: LosesBytesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const confirm = async () => {
    try {
      await (by === "delete" ? remove : restart)(upload.key);
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  };
  return (
    <ConfirmDialog
      open
      danger
      saves
      onClose={onClose}
      title={t(by === "delete" ? "videos.uploads.deleteAsk" : "videos.uploads.restartAsk", { name: upload.name })}
      text={t("videos.uploads.deleteText", { size: formatSize(upload.bytes, language) })}
      confirm={t(by === "delete" ? "videos.uploads.delete" : "videos.uploads.restart")}
      cancel={t("kit.back")}
      onConfirm={confirm}
    />
  );
}

/** The next step of an upload that stands: it is named, not only drawn. */
export function UploadRemedy({ of: upload }: { of: Upload }) {
  const { t } = useTranslation();
  const { phase, uploadFile } = upload;
  if (canProcessAgain(upload)) return <ProcessAgain of={upload} />;
  if (canChooseFile(upload)) return <ChooseFile of={upload} />;
  if (phase !== "failed" || !canResume(upload)) return null;
  const percent = percentOf(upload);
  return (
    <Button size="small" icon={Play} onClick={uploadFile.start}>
      {percent > 0 ? t("videos.uploads.resumeFrom", { percent }) : t("videos.uploads.resume")}
    </Button>
  );
}

/** The same action as in the list's menu. */
function ProcessAgain({ of: upload }: { of: Upload }) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    try {
      await processAgain(upload.key);
      showDone(t("videos.processingAgain"));
    } catch (error) {
      showError(error);
      setPending(false);
    }
  };
  return (
    <Button size="small" icon={RotateCcw} saves pending={pending} onClick={() => andFocusNeighbour(run)}>
      {t("videos.processAgain")}
    </Button>
  );
}

/** The file of an upload of an earlier visit; another file is not taken. */
function ChooseFile({ of: upload }: { of: Upload }) {
  const { t } = useTranslation();
  const take = ([file]: readonly File[]) => {
    if (file && !chooseFile(upload.key, file)) showWarning(t("videos.uploads.otherFile", { name: upload.origName }));
  };
  return (
    <FileButton
      label={t("videos.uploads.of", { name: upload.name })}
      onFiles={(files) => andFocusNeighbour(() => take(files))}
    >
      {t("videos.uploads.chooseFile")}
    </FileButton>
  );
}

/** The files of several uploads of an earlier visit at once, each by its name and size. */
export function ChooseFiles() {
  const { t } = useTranslation();
  const take = (files: readonly File[]) => {
    for (const file of files) {
      const upload = waitsFor(file);
      if (upload) chooseFile(upload.key, file);
      else showWarning(t("videos.uploads.noneWaits", { name: file.name }));
    }
  };
  return (
    <FileButton multiple label={t("videos.uploads.title")} onFiles={(files) => andFocusNeighbour(() => take(files))}>
      {t("videos.uploads.chooseFiles")}
    </FileButton>
  );
}

type FileButtonProps = {
  label: string;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
  children: string;
};

function FileButton({ label, multiple, onFiles, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        tabIndex={-1}
        aria-label={label}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <Button size="small" onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
