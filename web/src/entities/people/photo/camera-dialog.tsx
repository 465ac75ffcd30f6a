/** Camera dialog: takes a photo and passes it on to cropping (R1-228). */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { CAMERA_SIDE, cut, openCamera, shownSquare } from "./picture";

type CameraWindowProps = { onTaken: (photo: Blob) => void; onClose: () => void };

export function CameraDialog({ onTaken, onClose }: CameraWindowProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<"asking" | "on" | "refused">("asking");
  useEffect(() => {
    let stream: MediaStream | null = null;
    let closed = false;
    const stop = () => stream?.getTracks().map((track) => track.stop());
    void openCamera().then((opened) => {
      stream = opened;
      if (closed) return stop();
      setState(opened ? "on" : "refused");
      if (video.current && opened) video.current.srcObject = opened;
      return undefined;
    });
    return () => {
      closed = true;
      stop();
    };
  }, []);
  const take = async () => {
    const seen = video.current;
    if (!seen?.videoWidth) return;
    const part = shownSquare(seen.videoWidth, seen.videoHeight, 1, { x: 0.5, y: 0.5 });
    onTaken(await cut(seen, part, CAMERA_SIDE));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("photo.camera")}
      actions={
        <>
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button look="main" disabled={state !== "on"} onClick={() => void take()}>
            {t("photo.take")}
          </Button>
        </>
      }
    >
      {state === "refused" ? (
        <p role="alert" className="text-base text-bad">
          {t("photo.cameraRefused")}
        </p>
      ) : (
        <video
          ref={video}
          autoPlay
          playsInline
          muted
          aria-label={t("photo.camera")}
          style={{ width: CAMERA_SIDE }}
          className="mx-auto aspect-square max-w-full -scale-x-100 rounded-lg bg-sunken object-cover"
        />
      )}
    </Dialog>
  );
}
