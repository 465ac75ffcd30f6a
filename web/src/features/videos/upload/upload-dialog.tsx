/** Uploading videos of a group: up to ten files, each with lesson and name; closing it stops nothing (R2-053, R2-054). */
import { useQuery } from "@tanstack/react-query";
import { CloudUpload, Pause } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { EXTENSIONS } from "@/entities/videos/containers";
import { isActive } from "@/entities/videos/uploads/upload-item";
import { pauseAll } from "@/entities/videos/uploads/upload-manager";
import { useUploads } from "@/entities/videos/uploads/upload-store";
import { useLanguage } from "@/i18n/use-language";
import { formatSize } from "@/lib/format/numbers";
import { hasFiles } from "@/lib/stray-drops";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Dialog } from "@/ui/dialog/dialog";
import { ErrorState } from "@/ui/feedback/states";
import { andFocusNeighbour } from "@/ui/focus-neighbour";
import { useLessonOptions } from "../lesson-options";
import { DraftRow } from "./draft-row";
import { MAX_FILES, readMaxBytes } from "./drafts";
import { UploadRow } from "./upload-row";
import { type DialogGroup, useDrafts } from "./use-drafts";

type UploadDialogProps = { group: DialogGroup; onClose: () => void };

export function UploadDialog({ group, onClose }: UploadDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const lessons = useLessonOptions(group.at.groupId);
  const limit = useQuery({ queryKey: ["/api/uploads"], queryFn: readMaxBytes, staleTime: Number.POSITIVE_INFINITY });
  const maxBytes = limit.data ?? null;
  const { listed, waiting, choose, edit, settle, start, take } = useDrafts({
    group,
    maxBytes,
    lessonName: lessons.nameOf,
  });
  const uploads = new Map(useUploads().map((upload) => [upload.key, upload]));
  const [leaving, setLeaving] = useState(false);
  const own = listed.map(({ key }) => uploads.get(key)).filter((upload) => upload !== undefined);
  const size = listed.reduce((sum, { file }) => sum + file.size, 0);
  const starts = listed.length === 0 || waiting.some(({ wanted }) => !wanted);
  const close = () => {
    if (waiting.length > 0) setLeaving(true);
    else onClose();
  };
  return (
    <Dialog
      open
      size="wide"
      onClose={close}
      title={t("videos.upload.title")}
      text={t("videos.upload.summary", {
        group: group.name,
        count: listed.length,
        max: MAX_FILES,
        size: formatSize(size, language),
      })}
      actions={
        <>
          {own.some(isActive) ? (
            <Button look="quiet" icon={Pause} onClick={pauseAll} className="sm:-ml-3">
              {t("videos.uploads.pauseAll")}
            </Button>
          ) : null}
          <span className="flex min-w-0 flex-1 items-center justify-end text-right text-xs text-mut max-sm:hidden">
            {own.length > 0 ? t("videos.upload.goesOn") : null}
          </span>
          {starts ? (
            <Button look="main" saves icon={CloudUpload} onClick={start}>
              {t("videos.upload.start")}
            </Button>
          ) : (
            <Button look="main" onClick={close}>
              {t("videos.upload.background")}
            </Button>
          )}
        </>
      }
    >
      <DropZone maxBytes={maxBytes} onFiles={(files) => void choose(files)} />
      {lessons.error ? <ErrorState error={lessons.error} onRetry={lessons.refetch} /> : null}
      <ul className="-mx-5 divide-y divide-line-soft">
        {listed.map((draft) => {
          const upload = uploads.get(draft.key);
          return upload ? (
            <UploadRow key={draft.key} of={upload} lessons={lessons} />
          ) : (
            <DraftRow
              key={draft.key}
              of={draft}
              lessons={lessons}
              onName={(name) => edit(draft.key, { name })}
              onNamed={() => settle(draft.key)}
              onLesson={(lessonId) => settle(draft.key, { lessonId })}
              onTake={() => andFocusNeighbour(() => take(draft.key))}
            />
          );
        })}
      </ul>
      <ConfirmDialog
        open={leaving}
        danger
        onClose={() => setLeaving(false)}
        title={t("videos.upload.closeTitle")}
        text={t("videos.upload.closeText")}
        cancel={t("kit.stay")}
        confirm={t("kit.close")}
        onConfirm={onClose}
      />
    </Dialog>
  );
}

const ACCEPTED = `video/*,${[...EXTENSIONS].map((extension) => `.${extension}`).join(",")}`;

/** Files dropped anywhere while the dialog is open; true while some are held over the page. */
function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    const gone = new AbortController();
    const listen = (name: "dragover" | "dragleave" | "drop", heard: (event: DragEvent) => void) =>
      addEventListener(name, (event) => hasFiles(event) && heard(event), { capture: true, signal: gone.signal });
    listen("dragover", (event) => {
      event.preventDefault();
      setOver(true);
    });
    // Out of the window, not from one element to the next.
    listen("dragleave", ({ relatedTarget }) => relatedTarget === null && setOver(false));
    listen("drop", (event) => {
      event.preventDefault();
      setOver(false);
      take.current([...(event.dataTransfer?.files ?? [])]);
    });
    return () => gone.abort();
  }, []);
  return over;
}

function DropZone({ maxBytes, onFiles }: { maxBytes: number | null; onFiles: (files: File[]) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const over = useDroppedFiles(onFiles);
  const give = (list: FileList | null) => {
    onFiles([...(list ?? [])]);
    if (input.current) input.current.value = "";
  };
  return (
    <div
      className={`mb-3.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg border-[1.5px] border-dashed px-3.5 py-2.5 text-sm text-ink-soft ${
        over ? "border-accent bg-accent-soft" : "border-line-strong bg-sunken"
      }`}
    >
      <CloudUpload aria-hidden size={20} strokeWidth={1.8} className="shrink-0 text-accent-ink" />
      <span className="flex-1">
        {t("videos.upload.drop")}{" "}
        <button
          type="button"
          data-autofocus
          className="inline-flex items-center font-[550] text-accent-ink hover:underline max-sm:min-h-11"
          onClick={() => input.current?.click()}
        >
          {t("videos.upload.choose")}
        </button>
      </span>
      <span className="text-xs text-mut">
        {maxBytes === null
          ? t("videos.upload.formats")
          : t("videos.upload.formatsUpTo", { size: formatSize(maxBytes, language) })}
      </span>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED}
        aria-label={t("videos.upload.files")}
        tabIndex={-1}
        aria-hidden
        className="sr-only"
        onChange={(event) => give(event.target.files)}
      />
    </div>
  );
}
