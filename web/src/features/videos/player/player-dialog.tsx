/** Playing a video: 640×480 unless the screen is smaller, in the console's player or in that of an outside host. */
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import type { Audience } from "@/entities/groups/group-tabs";
import { playPath, type VideoRow } from "@/entities/videos/video-types";
import { useOnline } from "@/lib/online";
import { Dialog } from "@/ui/dialog/dialog";
import { Loaded } from "@/ui/feedback/loaded";
import { NoConnection } from "@/ui/feedback/states";
import { videoLesson } from "../lesson-options";
import { FilePlayer } from "./file-player";

/** R2-184. */
const SIZE = { width: 640, height: 480 };

type PlayerDialogProps = { audience: Audience; video: VideoRow; onClose: () => void };

export function PlayerDialog({ audience, video, onClose }: PlayerDialogProps) {
  const { t } = useTranslation();
  const online = useOnline();
  // Each answer has another address, which would begin the player anew: it asks by itself when one ends (D-95).
  const read = useRead(playPath(audience), { path: { id: video.id } }, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <Dialog open size="player" onClose={onClose} title={video.name} text={videoLesson(video.lesson, t)}>
      {!online && !read.data ? (
        <NoConnection />
      ) : (
        <Loaded of={read}>
          {(playback) =>
            playback.type === "embed" ? (
              <iframe
                {...SIZE}
                src={playback.address}
                title={t("videos.play")}
                allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
                allowFullScreen
                referrerPolicy="strict-origin-when-cross-origin"
                className="aspect-[4/3] h-auto w-full rounded-lg border-0 bg-[#000]"
              />
            ) : (
              <FilePlayer {...SIZE} of={playback} name={video.name} onRenew={read.refetch} />
            )
          }
        </Loaded>
      )}
    </Dialog>
  );
}
