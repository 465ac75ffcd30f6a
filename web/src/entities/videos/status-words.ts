/** Words and colours of the statuses of videos. */
import type { TextKey } from "@/i18n/texts";
import type { Tone } from "@/ui/display/status-tag";
import { DONE, ERROR, PAUSE, PROCESSING, type Status, UPLOADING, WAITING } from "./video-types";

/** Yellow, blue, red and green: R2-267, R2-268, R2-269, R2-270, R2-271, R2-272. */
export const STATUS_TONES: Record<Status, Tone> = {
  [PROCESSING]: "info",
  [DONE]: "good",
  [ERROR]: "bad",
  [PAUSE]: "warn",
  [UPLOADING]: "info",
  [WAITING]: "warn",
};
export const STATUS_WORDS = {
  [PROCESSING]: "videos.status.processing",
  [DONE]: "videos.status.done",
  [ERROR]: "videos.status.error",
  [PAUSE]: "videos.status.pause",
  [UPLOADING]: "videos.status.uploading",
  [WAITING]: "videos.status.waiting",
} as const satisfies Record<Status, TextKey>;
