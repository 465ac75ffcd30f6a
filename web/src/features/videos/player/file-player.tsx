/** The console's own player: quality by the network or by hand, the place kept when the address is renewed. */
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Playback } from "@/entities/videos/video-types";
import { toMillis } from "@/lib/dates";
import { probe } from "@/lib/online";
import { Button } from "@/ui/controls/button";
import { connectionOf, preloadOf, suitable } from "./quality";

type FilePlayerProps = {
  of: Playback;
  name: string;
  width: number;
  height: number;
  /** Asks for a fresh address (D-95). */
  onRenew: () => void;
};

/** A fresh address that fails too is no matter of its age. */
const RENEWED_AT_MOST_EVERY_MS = 10_000;

export function FilePlayer({ of: playback, name, width, height, onRenew }: FilePlayerProps) {
  const { t } = useTranslation();
  const id = useId();
  const video = useRef<HTMLVideoElement>(null);
  const place = useRef({ at: 0, plays: false });
  const renewedAt = useRef(0);
  const [chosen, setChosen] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const { renditions, poster, expiresAt } = playback;
  const auto = suitable(renditions, connectionOf(navigator), innerWidth);
  const shown = renditions.find((one) => one.height === chosen) ?? auto;
  const source = shown?.address ?? playback.address;

  const remember = () => {
    const { current: element } = video;
    if (element && element.currentTime > 0) place.current = { at: element.currentTime, plays: !element.paused };
  };
  // Another address of the same video goes on where the former stopped.
  useEffect(() => {
    const { current: element } = video;
    if (!element || element.getAttribute("src") === source) return;
    const { at, plays } = place.current;
    element.src = source;
    element.currentTime = at;
    if (plays) void element.play().catch(() => undefined);
  }, [source]);

  const renew = () => {
    remember();
    void probe();
    const now = Date.now();
    if (now - renewedAt.current < RENEWED_AT_MOST_EVERY_MS) return setFailed(true);
    renewedAt.current = now;
    setFailed(false);
    onRenew();
  };
  return (
    <div className="grid gap-2">
      <video
        ref={video}
        controls
        playsInline
        preload={preloadOf(connectionOf(navigator))}
        width={width}
        height={height}
        aria-label={name}
        {...(poster ? { poster } : {})}
        onTimeUpdate={remember}
        onPlaying={() => setFailed(false)}
        onPlay={() => Date.now() >= toMillis(expiresAt) && renew()}
        onError={renew}
        className="aspect-[4/3] h-auto w-full rounded-lg bg-[#000] object-contain"
      />
      {failed ? (
        <div role="alert" className="flex flex-wrap items-center gap-2 text-sm text-bad">
          <span className="flex-1">
            {t("videos.player.failed")}. {t("videos.player.failedText")}
          </span>
          <Button
            size="small"
            onClick={() => {
              renewedAt.current = 0;
              renew();
            }}
          >
            {t("kit.retry")}
          </Button>
        </div>
      ) : null}
      {renditions.length > 1 ? (
        <label htmlFor={id} className="flex items-center gap-2 text-sm text-mut">
          {t("videos.player.quality")}
          <select
            id={id}
            value={chosen ?? ""}
            className="field w-auto max-sm:h-11"
            onChange={(event) => {
              remember();
              setChosen(event.target.value ? Number(event.target.value) : null);
            }}
          >
            <option value="">{t("videos.player.auto", { height: auto?.height ?? 0 })}</option>
            {renditions.map((one) => (
              <option key={one.height} value={one.height}>
                {t("videos.player.height", { height: one.height })}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </div>
  );
}
