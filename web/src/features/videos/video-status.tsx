/** The status of a video with its percent and colour; of an upload of this browser, as it is this second. */
import { useTranslation } from "react-i18next";
import { STATUS_TONES } from "@/entities/videos/status-words";
import { isUnfinished, type Upload } from "@/entities/videos/uploads/upload-item";
import { DONE, ERROR, type VideoRow, WAITING } from "@/entities/videos/video-types";
import { StatusTag } from "@/ui/display/status-tag";
import { statusWords } from "./uploads/upload-words";

type StatusFacts = Pick<VideoRow, "currentStatus" | "percentage" | "isDeleting" | "message" | "canProcessAgain">;

export function VideoStatus({ of: video, upload }: { of: StatusFacts; upload?: Upload | undefined }) {
  const { t } = useTranslation();
  if (video.isDeleting) return <StatusTag tone="quiet">{t("videos.deleting")}</StatusTag>;
  // from the last byte on the server knows better
  const own = upload && isUnfinished(upload) ? upload.uploadFile : null;
  const status = own?.currentStatus ?? video.currentStatus;
  const percent = own ? own.progress : video.percentage;
  // of a failed processing the percent would read as that of the upload
  const bare = status === DONE || status === WAITING || (!own && video.canProcessAgain);
  return (
    <span title={status === ERROR ? video.message || undefined : undefined}>
      <StatusTag tone={STATUS_TONES[status]}>{statusWords(status, bare ? null : percent, t)}</StatusTag>
    </span>
  );
}
