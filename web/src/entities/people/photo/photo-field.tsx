/** Photo field of a form: dropped, chosen or taken, cropped, uploaded at once; the form holds the upload. */

import { Camera, ImageUp, Trash2 } from "lucide-react";
import { type DragEvent, Suspense, useId, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { useOnline } from "@/lib/online";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { Avatar } from "@/ui/display/avatar";
import { ProgressBar } from "@/ui/feedback/progress";
import { useFormControl } from "@/ui/form/form";
import { PhotoInput } from "./photo-input";
import { MEGABYTE, PHOTO_MAX } from "./picture";
import { usePhotoUpload } from "./use-photo-upload";

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
  const hint = useId();
  const { fields } = useFormControl();
  const { field } = useController({ control: fields.control, name });
  const input = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState<Blob | null>(null);
  const [camera, setCamera] = useState(false);
  const [over, setOver] = useState(false);
  const uploading = usePhotoUpload({ path, most, forbidden: t("errors.noPhotoRight") });
  const { percent, wrong } = uploading;
  const sending = percent !== null;
  const value = String(field.value ?? "");
  const shown = value === "" ? present : photoAddress(value);
  const megabytes = most / MEGABYTE;

  const pick = (file: Blob | undefined, from: "disk" | "camera") => {
    if (file && uploading.check(file, from)) setPicked(file);
  };
  const send = async (file: Blob) => {
    setPicked(null);
    const stored = await uploading.send(file);
    if (stored) field.onChange(`${stored.id} ${stored.url}`);
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (mayUpload && !sending) pick(event.dataTransfer.files[0], "disk");
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
      aria-describedby={hint}
    >
      <legend className="sr-only">{t("photo.label")}</legend>
      <Avatar name={of} photo={shown} size="large" />
      <div className="grid min-w-0 flex-1 basis-60 gap-2">
        <div className="flex flex-wrap gap-2">
          <PhotoInput ref={input} onFile={(file) => pick(file, "disk")} />
          <Button icon={ImageUp} fixed={cutOff} disabled={sending} onClick={() => input.current?.click()}>
            {t("photo.choose")}
          </Button>
          <Button icon={Camera} fixed={cutOff} disabled={sending} onClick={() => setCamera(true)}>
            {t("photo.fromCamera")}
          </Button>
          {sending ? (
            <Button look="quiet" onClick={uploading.stop}>
              {t("photo.stop")}
            </Button>
          ) : shown ? (
            <Button look="quiet" icon={Trash2} onClick={() => field.onChange(present ? NO_PHOTO : "")}>
              {t("photo.remove")}
            </Button>
          ) : null}
        </div>
        {sending ? <ProgressBar percent={percent} label={t("photo.sending")} /> : null}
        <p id={hint} aria-live="polite" className={cx("text-sm", wrong ? "text-bad" : "text-mut")}>
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
              pick(photo, "camera");
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
