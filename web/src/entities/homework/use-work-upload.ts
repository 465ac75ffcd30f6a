/** Uploads of homework with their progress; a failure is shown beside the field (D-84). */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, isAbort } from "@/api/errors";
import type { Answer } from "@/api/request";
import { upload } from "@/api/upload";
import { useUnsaved } from "@/lib/unsaved";
import { showError } from "@/ui/feedback/toast";

export type WorkFile = Answer<"post", "/upload/homework-attachments">["file"];
export type VoiceFile = Answer<"post", "/upload/homework-voice">["voice"];

export const MEGABYTE = 1024 * 1024;
export const MAX_MEGABYTES = 20;

type Sending = { name: string; percent: number };

export function useWorkUpload() {
  const { t } = useTranslation();
  const [sending, setSending] = useState<Sending | null>(null);
  const [wrong, setWrong] = useState("");
  // Leaving now would lose the upload.
  useUnsaved(sending !== null);

  const send = async <T>(path: string, file: Blob, name: string, query: Record<string, string> = {}) => {
    setWrong("");
    if (file.size === 0) return void setWrong(t("homework.emptyFile", { name }));
    if (file.size > MAX_MEGABYTES * MEGABYTE)
      return void setWrong(t("homework.tooLarge", { name, megabytes: MAX_MEGABYTES }));
    setSending({ name, percent: 0 });
    try {
      return await upload<T>({ path, query, file, name, onProgress: (percent) => setSending({ name, percent }) });
    } catch (error) {
      // several files may have been chosen; a recording has no name that a person knows
      if (error instanceof ApiError) setWrong(file instanceof File ? `${name}: ${error.message}` : error.message);
      else if (!isAbort(error)) showError(error);
      return undefined;
    } finally {
      setSending(null);
    }
  };
  return { sending, wrong, setWrong, send };
}

/** Tells a screen that something is on its way, which a save would leave out. */
export function useBusy(busy: boolean, onBusy: ((busy: boolean) => void) | undefined): void {
  const latest = useRef(onBusy);
  useEffect(() => {
    latest.current = onBusy;
  });
  useEffect(() => {
    if (!busy) return;
    latest.current?.(true);
    return () => latest.current?.(false);
  }, [busy]);
}
