/** Upload of a photo: its limits, its progress, and the reason of a failure beside it. */
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, isAbort } from "@/api/errors";
import { upload } from "@/api/upload";
import { useUnsaved } from "@/lib/unsaved";
import { showError } from "@/ui/feedback/toast";
import { MEGABYTE, photoProblem } from "./picture";

type PhotoUploadOptions = {
  path: string;
  query?: Record<string, string>;
  /** Largest size in bytes. */
  most: number;
  /** Shown instead of the server's message where the right is missing. */
  forbidden?: string;
};

type UploadedPhoto = { file: { id: string; url: string } };

export function usePhotoUpload({ path, query = {}, most, forbidden }: PhotoUploadOptions) {
  const { t } = useTranslation();
  const flight = useRef<AbortController>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [wrong, setWrong] = useState("");
  // Leaving now would lose the upload (R1-259, R2-056).
  useUnsaved(percent !== null);

  /** Checks a file before it is cropped or sent. */
  const check = (file: Blob, from: "disk" | "camera"): boolean => {
    const problem = photoProblem(file, from, most);
    setWrong(problem ? t(`photo.${problem}`, { megabytes: most / MEGABYTE }) : "");
    return problem === null;
  };

  /** Sends a file; undefined: it failed or was stopped. */
  const send = async (file: Blob): Promise<UploadedPhoto["file"] | undefined> => {
    setWrong("");
    setPercent(0);
    flight.current = new AbortController();
    try {
      const sent = { path, query, file, name: "photo.jpg", onProgress: setPercent, signal: flight.current.signal };
      return (await upload<UploadedPhoto>(sent)).file;
    } catch (error) {
      if (error instanceof ApiError) setWrong(error.status === 403 && forbidden ? forbidden : error.message);
      else if (!isAbort(error)) showError(error);
      return undefined;
    } finally {
      setPercent(null);
    }
  };

  return { percent, wrong, check, send, stop: () => flight.current?.abort() };
}
