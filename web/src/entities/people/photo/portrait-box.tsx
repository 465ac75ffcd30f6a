/** Photo of a staff member: uploaded, pending review, accepted or rejected (R1-194, R1-401, D-34, D-61). */

import { Camera, ImageUp, ThumbsDown, ThumbsUp } from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate } from "@/api/cache";
import type { PathOf } from "@/api/request";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button } from "@/ui/controls/button";
import { Avatar } from "@/ui/display/avatar";
import { ProgressBar } from "@/ui/feedback/progress";
import { showDone } from "@/ui/feedback/toast";
import { PhotoInput } from "./photo-input";
import { usePhotoUpload } from "./use-photo-upload";

const CropDialog = lazyComponent(async () => (await import("./crop-dialog")).CropDialog, ["photo"]);
const CameraDialog = lazyComponent(async () => (await import("./camera-dialog")).CameraDialog, ["photo"]);

type PortraitProps = {
  of: { id: number; fullName: string; photo: string | null };
  /** Bytes; 5 MB for academics, 2 MB for others (D-34). */
  most: number;
  /** Owner sent with the upload; undefined: the person's own photo. */
  whose?: Record<string, string>;
  /** Reads that show the photo and are invalidated. */
  stale: PathOf<"get">[];
  mayChange: boolean;
  onSent?: () => void;
  /** Reviews the photo; without it the photo is read-only. */
  onJudge?: (suitable: boolean) => void;
  judging?: boolean;
  /** Review state, beside the picture. */
  children?: ReactNode;
};

export function PortraitBox(props: PortraitProps) {
  const { of, most, whose = {}, stale, mayChange, onSent, onJudge, judging = false, children } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<"camera" | Blob | null>(null);
  const { percent, wrong, check, send } = usePhotoUpload({ path: "/upload/staff-profile", query: whose, most });
  const pick = (file: Blob | undefined, from: "disk" | "camera") => setOpen(file && check(file, from) ? file : null);
  const upload = async (file: Blob) => {
    setOpen(null);
    if (!(await send(file))) return;
    showDone(t("photo.sent"));
    void invalidate(...stale);
    onSent?.();
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={of.fullName} id={of.id} photo={of.photo} size="large" />
      <div className="grid min-w-0 flex-1 basis-60 justify-items-start gap-2">
        {children}
        {mayChange ? (
          <div className="flex flex-wrap gap-2">
            <PhotoInput ref={input} onFile={(file) => pick(file, "disk")} />
            <Button icon={ImageUp} saves disabled={percent !== null} onClick={() => input.current?.click()}>
              {t("photo.choose")}
            </Button>
            <Button icon={Camera} saves disabled={percent !== null} onClick={() => setOpen("camera")}>
              {t("photo.fromCamera")}
            </Button>
            {of.photo && onJudge ? (
              <>
                <Button icon={ThumbsUp} saves pending={judging} onClick={() => onJudge(true)}>
                  {t("photo.suitable")}
                </Button>
                <Button icon={ThumbsDown} saves pending={judging} onClick={() => onJudge(false)}>
                  {t("photo.unsuitable")}
                </Button>
              </>
            ) : null}
          </div>
        ) : null}
        {percent === null ? null : <ProgressBar percent={percent} label={t("photo.sending")} />}
        <p aria-live="polite" className="text-sm text-bad">
          {wrong}
        </p>
      </div>
      <Suspense>
        {open === "camera" ? <CameraDialog onClose={() => setOpen(null)} onTaken={(it) => pick(it, "camera")} /> : null}
        {open instanceof Blob ? (
          <CropDialog picture={open} onClose={() => setOpen(null)} onDone={(it) => void upload(it)} />
        ) : null}
      </Suspense>
    </div>
  );
}
