/** Deleting a video; the students lose it (R2-290, R2-291). */
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import type { TabProps } from "@/entities/groups/group-tabs";
import { removeOfVideo } from "@/entities/videos/uploads/upload-manager";
import { deletePath, STALE, type VideoRow } from "@/entities/videos/video-types";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { showDone } from "@/ui/feedback/toast";

type DeleteVideoProps = { at: TabProps; video: VideoRow; onClose: () => void };

export function DeleteVideo({ at, video, onClose }: DeleteVideoProps) {
  const { t } = useTranslation();
  const remove = useChange("delete", deletePath(at.audience), {
    invalidates: [...STALE],
    onDone: () => {
      removeOfVideo(video.id);
      showDone(t("videos.deleted"));
    },
  });
  return (
    <ConfirmDialog
      open
      danger
      saves
      onClose={onClose}
      title={t("videos.deleteAsk", { name: video.name })}
      text={t("videos.deleteText")}
      confirm={t("videos.delete")}
      onConfirm={async () => (await remove.run({ path: { id: video.id } })) !== undefined}
    />
  );
}
