/** A photo is cut to a square: moved by the pointer or the arrows, enlarged by a slider or + and −. */
import { Slider } from "radix-ui";
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/controls/button";
import { Dialog } from "@/ui/dialog/dialog";
import { CROP_AREA, cut, shownSquare } from "./picture";

const STEP = 0.02;
const MOST_ZOOM = 4;
const MIDDLE = { x: 0.5, y: 0.5 };
const between = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

type CropWindowProps = { picture: Blob; onDone: (photo: Blob) => void; onClose: () => void };

export function CropDialog({ picture, onDone, onClose }: CropWindowProps) {
  const { t } = useTranslation();
  const hint = useId();
  const image = useRef<HTMLImageElement>(null);
  const [address, setAddress] = useState("");
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [zoom, setZoom] = useState(1);
  const [at, setAt] = useState(MIDDLE);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);

  const { width, height } = size;
  const part = shownSquare(width || 1, height || 1, zoom, at);
  const move = (x: number, y: number) =>
    setAt((now) => {
      const half = { x: part.side / 2 / (width || 1), y: part.side / 2 / (height || 1) };
      return { x: between(now.x + x, half.x, 1 - half.x), y: between(now.y + y, half.y, 1 - half.y) };
    });
  const enlarge = (by: number) => setZoom((now) => between(now + by, 1, MOST_ZOOM));
  const onKeyDown = (event: KeyboardEvent) => {
    const handlers: Record<string, () => void> = {
      ArrowLeft: () => move(-STEP, 0),
      ArrowRight: () => move(STEP, 0),
      ArrowUp: () => move(0, -STEP),
      ArrowDown: () => move(0, STEP),
      "+": () => enlarge(0.1),
      "=": () => enlarge(0.1),
      "-": () => enlarge(-0.1),
    };
    const handler = handlers[event.key];
    if (!handler) return;
    event.preventDefault();
    handler();
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    const frame = event.currentTarget.clientHeight;
    const scale = part.side / frame;
    move((-event.movementX * scale) / (width || 1), (-event.movementY * scale) / (height || 1));
  };
  const done = async () => {
    if (image.current) onDone(await cut(image.current, part));
  };
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={t("photo.cropTitle")}
      text={<span id={hint}>{t("photo.cropText")}</span>}
      actions={
        <>
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button look="main" disabled={!width} onClick={() => void done()}>
            {t("photo.use")}
          </Button>
        </>
      }
    >
      {broken ? (
        <p role="alert" className="text-base text-bad">
          {t("photo.unreadable")}
        </p>
      ) : (
        <div className="grid gap-3">
          {/* biome-ignore lint/a11y/useSemanticElements: a part of a window that is moved by keys has no element of its own */}
          <div
            role="group"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows move the photo in it
            tabIndex={0}
            data-autofocus
            aria-label={t("photo.cropArea")}
            aria-describedby={hint}
            onKeyDown={onKeyDown}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={onPointerMove}
            style={{ maxWidth: CROP_AREA.width, aspectRatio: CROP_AREA.width / CROP_AREA.height }}
            className="relative grid min-h-56 w-full cursor-move touch-none place-items-center overflow-hidden rounded-lg bg-sunken"
          >
            <div className="relative aspect-square h-full min-h-56">
              {address ? (
                <img
                  ref={image}
                  src={address}
                  alt=""
                  draggable={false}
                  onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                    setSize({ width: naturalWidth, height: naturalHeight })
                  }
                  onError={() => setBroken(true)}
                  style={{
                    width: `${(width / part.side) * 100}%`,
                    height: `${(height / part.side) * 100}%`,
                    left: `${(-part.x / part.side) * 100}%`,
                    top: `${(-part.y / part.side) * 100}%`,
                  }}
                  className="absolute max-w-none select-none"
                />
              ) : null}
              <span
                aria-hidden
                className="absolute inset-0 rounded-md shadow-[0_0_0_999px_rgb(0_0_0/0.55)] ring-2 ring-white"
              />
            </div>
          </div>
          <div className="flex items-center gap-3 text-sm">
            <span aria-hidden>{t("photo.zoom")}</span>
            <Slider.Root
              min={1}
              max={MOST_ZOOM}
              step={0.05}
              value={[zoom]}
              onValueChange={([next = 1]) => setZoom(next)}
              className="relative flex h-9 min-w-0 flex-1 touch-none items-center max-sm:h-11"
            >
              <Slider.Track className="relative h-1 flex-1 rounded-full bg-line-strong">
                <Slider.Range className="absolute h-full rounded-full bg-accent" />
              </Slider.Track>
              <Slider.Thumb
                aria-label={t("photo.zoom")}
                className="relative block size-4 rounded-full bg-accent after:absolute after:-inset-3.5 after:content-['']"
              />
            </Slider.Root>
          </div>
        </div>
      )}
    </Dialog>
  );
}
