/** The words of an upload, the same in the dialog and in the header: one vocabulary of states. */
import type { TFunction } from "i18next";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { STATUS_TONES, STATUS_WORDS } from "@/entities/videos/status-words";
import { RETRY_DELAYS, secondsLeft, speed } from "@/entities/videos/transfer";
import { type Fault, percentOf, type Upload } from "@/entities/videos/uploads/upload-item";
import { useUploads } from "@/entities/videos/uploads/upload-store";
import { PROCESSING, WAITING } from "@/entities/videos/video-types";
import type { Language } from "@/i18n/texts";
import { useLanguage } from "@/i18n/use-language";
import { formatTime, fromMillis } from "@/lib/dates";
import { formatSize } from "@/lib/format/numbers";
import type { Tone } from "@/ui/display/status-tag";

export interface UploadWords {
  tone: Tone;
  status: string;
  /** Speed and time left, the next automatic try, or what is wrong. */
  line: string;
  /** 587 MB / 1,4 GB. */
  figures: string;
}

/** The status with its percent: of the bytes until they are all there, then of the processing (R2-268, R2-269). */
export function statusWords(status: keyof typeof STATUS_WORDS, percent: number | null, t: TFunction): string {
  const word = t(STATUS_WORDS[status]);
  return percent === null ? word : t("videos.withPercent", { status: word, percent });
}

const minutesOf = (seconds: number) => Math.floor(seconds / 60);

export function formatLeft(seconds: number, t: TFunction): string {
  if (seconds < 60) return t("videos.uploads.seconds", { count: seconds });
  const minutes = minutesOf(seconds);
  if (minutes < 60) return t("videos.uploads.minutes", { count: minutes });
  return t("videos.uploads.hours", { hours: minutesOf(minutes), minutes: minutes % 60 });
}

/** "6,8 MB/s · taxminan 55 soniya qoldi"; empty until two seconds are known. */
export function paceWords(rate: number | null, left: number, t: TFunction, language: Language): string {
  const seconds = secondsLeft(left, rate);
  if (rate === null || seconds === null) return "";
  const size = formatSize(rate, language);
  return `${t("videos.uploads.perSecond", { size })} · ${t("videos.uploads.left", { time: formatLeft(seconds, t) })}`;
}

/** The code to tell to whoever helps: VIDEO_SILENT · 245. */
export const codeOf = ({ code, errId }: Fault): string => {
  const word = `VIDEO_${code.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
  return errId === undefined ? word : `${word} · ${errId}`;
};

type Facts = { t: TFunction; language: Language; zone: string; now: number; ahead: number };

function lineOf(upload: Upload, { t, language, zone, now, ahead }: Facts): string {
  const { phase, fault, nextTry, samples, size, bytes, origName: name, uploadFile } = upload;
  switch (phase) {
    case "queued":
      return ahead > 0 ? t("videos.uploads.queued", { count: ahead, size: formatSize(size, language) }) : "";
    case "uploading":
      return paceWords(speed(samples), size - bytes, t, language) || t("videos.uploads.starting");
    case "broken": {
      if (fault?.code === "signedOut") return t("videos.uploads.signedOut");
      if (nextTry === null) return t("videos.uploads.offline");
      const seconds = Math.max(0, Math.ceil((nextTry - now) / 1000));
      const time = formatTime(fromMillis(fault?.at ?? now), zone);
      return t(fault?.code === "silent" ? "videos.uploads.brokenHost" : "videos.uploads.broken", { time, seconds });
    }
    case "paused":
      return t("videos.uploads.paused");
    case "fileless":
      return t(fault?.code === "unreadable" ? "videos.uploads.unreadable" : "videos.uploads.fileless", { name });
    case "failed":
      return fault ? faultWords(upload, fault, t) : "";
    case "sent":
      return uploadFile.currentStatus === WAITING || uploadFile.currentStatus === PROCESSING
        ? t("videos.uploads.sent")
        : "";
    case "done":
      return "";
  }
}

const SHOWN = ["noLink", "silent", "incomplete", "rejected", "deleted", "processing"] as const;
const isShown = (code: Fault["code"]): code is (typeof SHOWN)[number] => (SHOWN as readonly string[]).includes(code);

function faultWords({ origName }: Upload, fault: Fault, t: TFunction): string {
  const code = isShown(fault.code) ? fault.code : "rejected";
  const what = t(`videos.uploads.faults.${code}`, { name: origName, tries: RETRY_DELAYS.length });
  return [what, fault.detail, t("videos.uploads.code", { code: codeOf(fault) })].filter(Boolean).join(". ");
}

export function useUploadWords(upload: Upload): UploadWords {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  const now = useSeconds(upload.nextTry !== null);
  const queued = useUploads().filter(({ phase }) => phase === "queued");
  const ahead = queued.findIndex(({ key }) => key === upload.key) + 1;
  const { uploadFile, fault } = upload;
  const { currentStatus, progress } = uploadFile;
  const whole = formatSize(upload.size, language);
  const partly = upload.bytes > 0 && upload.phase !== "sent";
  return {
    tone: STATUS_TONES[currentStatus],
    status: statusWords(currentStatus, currentStatus === WAITING || fault?.code === "processing" ? null : progress, t),
    line: lineOf(upload, { t, language, zone, now, ahead }),
    figures: partly ? `${formatSize(upload.bytes, language)} / ${whole}` : whole,
  };
}

/** The present instant, each second while something counts down. */
function useSeconds(counting: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    if (!counting) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [counting]);
  return now;
}

/** Of all that run: percent of the bytes, speed and bytes left. */
export function totalOf(uploads: readonly Upload[]): { percent: number; rate: number | null; left: number } {
  const size = uploads.reduce((sum, one) => sum + one.size, 0);
  const bytes = uploads.reduce((sum, one) => sum + one.bytes, 0);
  const rates = uploads.map(({ samples }) => speed(samples)).filter((rate) => rate !== null);
  return {
    percent: percentOf({ bytes, size }),
    rate: rates.length > 0 ? rates.reduce((sum, rate) => sum + rate, 0) : null,
    left: size - bytes,
  };
}
