/** The columns of a group's videos (R2-051). */
import { Film, Play } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useZone } from "@/entities/access/use-zone";
import { useUploads } from "@/entities/videos/uploads/upload-store";
import { DONE, type VideoRow } from "@/entities/videos/video-types";
import { useLanguage } from "@/i18n/use-language";
import { formatDate } from "@/lib/dates";
import { formatSize } from "@/lib/format/numbers";
import { cx } from "@/ui/cx";
import type { Column } from "@/ui/table/columns";
import { videoLesson } from "./lesson-options";
import { VideoStatus } from "./video-status";

export const isPlayable = ({ currentStatus, isDeleting }: VideoRow) => currentStatus === DONE && !isDeleting;

export function useVideoColumns(): readonly Column<VideoRow>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("videos.columns.name"),
        fixed: true,
        grows: true,
        cell: (video) => (
          <span className="flex min-w-0 items-center gap-2.5">
            <Thumb playable={isPlayable(video)} />
            <span className="truncate font-[550] text-ink-strong" title={video.name}>
              {video.name}
            </span>
          </span>
        ),
      },
      {
        id: "lesson",
        header: t("videos.columns.lesson"),
        shrinks: true,
        cell: (video) => videoLesson(video.lesson, t),
      },
      { id: "status", header: t("videos.columns.status"), cell: (video) => <LiveStatus of={video} /> },
      {
        id: "lessonDate",
        header: t("videos.columns.lessonDate"),
        sort: true,
        cell: (video) => formatDate(video.lesson.date),
      },
      {
        id: "size",
        header: t("videos.columns.size"),
        align: "right",
        cell: (video) => formatSize(video.size, language),
      },
      { id: "added", header: t("videos.columns.added"), cell: (video) => formatDate(video.createdAt, zone) },
    ],
    [t, language, zone],
  );
}

export function LiveStatus({ of: video }: { of: VideoRow }) {
  const upload = useUploads().find(({ id }) => id === video.id);
  return <VideoStatus of={video} upload={upload} />;
}

function Thumb({ playable }: { playable: boolean }) {
  const Icon = playable ? Play : Film;
  return (
    <span
      aria-hidden
      className={cx(
        "grid h-[26px] w-11 shrink-0 place-items-center rounded text-mut",
        playable ? "bg-line" : "bg-sunken",
      )}
    >
      <Icon size={14} strokeWidth={1.8} />
    </span>
  );
}
