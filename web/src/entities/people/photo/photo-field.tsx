/** Photo field of a form: dropped, chosen or taken, cropped, uploaded at once; the form holds the upload. */

import { Camera, ImageUp, Trash2 } from "lucide-react";
import { type DragEvent, Suspense, useId, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError, isAbort } from "@/api/errors";
import { upload } from "@/api/upload";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { useOnline } from "@/lib/online";
import { useUnsaved } from "@/lib/unsaved";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { Avatar } from "@/ui/display/avatar";
import { ProgressBar } from "@/ui/feedback/progress";
import { showError } from "@/ui/feedback/toast";
import { useFormControl } from "@/ui/form/form";
import { CHOSEN_NAMES, MEGABYTE, PHOTO_MAX, photoProblem } from "./picture";

const CropDialog = lazyComponent(async () => (await import("./crop-dialog")).CropDialog, ["photo"]);
const CameraDialog = lazyComponent(async () => (await import("./camera-dialog")).CameraDialog, ["photo"]);

/** Field value: empty for the present photo, `none`, or an upload's id and address. */
export const NO_PHOTO = "none";
export const photoId = (value: string): string | null | undefined =>
  value === "" ? undefined : value === NO_PHOTO ? null : value.split(" ")[0];
const photoAddress = (value: string) => (value === NO_PHOTO ? null : (value.split(" ")[1] ?? null));

type PhotoFieldProps = {
  name: string;
  /** Full name, for the initials. */
  of: string;
  /** Address of the present photo. */
  present: string | null;
  /** Upload path. */
  path: string;
  mayUpload: boolean;
  most?: number;
};

export function PhotoField({ name, of, present, path, mayUpload, most = PHOTO_MAX }: PhotoFieldProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const words = useId();
  const { fields } = useFormControl();
  const { field } = useController({ control: fields.control, name });
  const input = useRef<HTMLInputElement>(null);
  const flight = useRef<AbortController>(null);
  const [picked, setPicked] = useState<Blob | null>(null);
  const [camera, setCamera] = useState(false);
  const [percent, setPercent] = useState<number | null>(null);
  const [wrong, setWrong] = useState("");
  const [over, setOver] = useState(false);
  const sending = percent !== null;
  // Leaving now would lose the upload (R1-259, R2-056).
  useUnsaved(sending);
  const value = String(field.value ?? "");
  const shown = value === "" ? present : photoAddress(value);
  const megabytes = most / MEGABYTE;

  const look = (file: Blob | undefined, from: "disk" | "camera") => {
    if (!file) return;
    const problem = photoProblem(file, from, most);
    setWrong(problem ? t(`photo.${problem}`, { megabytes }) : "");
    if (!problem) setPicked(file);
  };
  const send = async (file: Blob) => {
    setPicked(null);
    setWrong("");
    setPercent(0);
    flight.current = new AbortController();
    try {
      const { file: stored } = await upload<{ file: { id: string; url: string } }>({
        path,
        file,
        name: "photo.jpg",
        onProgress: setPercent,
        signal: flight.current.signal,
      });
      field.onChange(`${stored.id} ${stored.url}`);
    } catch (error) {
      if (error instanceof ApiError) setWrong(error.status === 403 ? t("errors.noPhotoRight") : error.message);
      else if (!isAbort(error)) showError(error);
    } finally {
      setPercent(null);
    }
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (mayUpload && !sending) look(event.dataTransfer.files[0], "disk");
  };
  const cutOff = mayUpload ? (online ? undefined : t("errors.noInternet")) : t("errors.noPhotoRight");
  return (
    <fieldset
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
      className={cx(
        "flex flex-wrap items-center gap-4 rounded-lg border border-dashed p-4",
        over && mayUpload ? "border-accent bg-hover" : "border-line-strong",
      )}
      aria-describedby={words}
    >
      <legend className="sr-only">{t("photo.label")}</legend>
      <Avatar name={of} photo={shown} size="large" />
      <div className="grid min-w-0 flex-1 basis-60 gap-2">
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            accept={CHOSEN_NAMES}
            tabIndex={-1}
            aria-hidden
            data-photo-input
            className="hidden"
            onChange={(event) => {
              look(event.target.files?.[0], "disk");
              event.target.value = "";
            }}
          />
          <Button icon={ImageUp} fixed={cutOff} disabled={sending} onClick={() => input.current?.click()}>
            {t("photo.choose")}
          </Button>
          <Button icon={Camera} fixed={cutOff} disabled={sending} onClick={() => setCamera(true)}>
            {t("photo.fromCamera")}
          </Button>
          {sending ? (
            <Button look="quiet" onClick={() => flight.current?.abort()}>
              {t("photo.stop")}
            </Button>
          ) : shown ? (
            <Button look="quiet" icon={Trash2} onClick={() => field.onChange(present ? NO_PHOTO : "")}>
              {t("photo.remove")}
            </Button>
          ) : null}
        </div>
        {sending ? <ProgressBar percent={percent} label={t("photo.sending")} /> : null}
        <p id={words} aria-live="polite" className={cx("text-sm", wrong ? "text-bad" : "text-mut")}>
          {wrong ||
            (sending ? t("photo.sending") : mayUpload ? t("photo.help", { megabytes }) : t("errors.noPhotoRight"))}
        </p>
      </div>
      <Suspense>
        {camera ? (
          <CameraDialog
            onClose={() => setCamera(false)}
            onTaken={(photo) => {
              setCamera(false);
              look(photo, "camera");
            }}
          />
        ) : null}
        {picked ? (
          <CropDialog picture={picked} onClose={() => setPicked(null)} onDone={(photo) => void send(photo)} />
        ) : null}
      </Suspense>
    </fieldset>
  );
}
