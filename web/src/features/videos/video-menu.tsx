/** Actions on a video of a group: play, edit, history, process again, delete (R2-288, R2-289, R2-290, R2-291). */
import { History, Pencil, Play, RotateCcw, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "@/api/use-change";
import { useCan } from "@/entities/access/can";
import type { TabProps } from "@/entities/groups/group-tabs";
import { againPath, STALE, uploadsVideos, type VideoRow } from "@/entities/videos/video-types";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { showDone } from "@/ui/feedback/toast";
import { type RowAction, RowMenu } from "@/ui/table/row-menu";
import { isPlayable } from "./video-columns";

const EditVideo = lazyComponent(async () => (await import("./edit-video")).EditVideo, ["videos", "form"]);
const DeleteVideo = lazyComponent(async () => (await import("./delete-video")).DeleteVideo, ["videos"]);
const HistoryDialog = lazyComponent(async () => (await import("./history-dialog")).HistoryDialog, ["videos"]);

type VideoMenuProps = { at: TabProps; video: VideoRow; onPlay: () => void };

export function VideoMenu({ at, video, onPlay }: VideoMenuProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"edit" | "delete" | "history" | null>(null);
  const manages = useCan(uploadsVideos(at.audience), "update");
  const again = useChange("put", againPath(at.audience), {
    invalidates: [...STALE],
    onDone: () => showDone(t("videos.processingAgain")),
  });
  const { isUploading, isDeleting, mine, canProcessAgain, id, name } = video;
  const action = (on: boolean, one: RowAction): RowAction[] => (on ? [one] : []);
  const actions = [
    ...action(true, {
      label: t("videos.play"),
      icon: Play,
      saves: true,
      run: onPlay,
      fixed: isPlayable(video) ? undefined : t("videos.notDone"),
    }),
    ...action(manages && !isUploading && !isDeleting, {
      label: t("videos.edit"),
      icon: Pencil,
      saves: true,
      run: () => setOpen("edit"),
    }),
    ...action(true, { label: t("videos.history"), icon: History, run: () => setOpen("history") }),
    ...action(manages && canProcessAgain, {
      label: t("videos.processAgain"),
      icon: RotateCcw,
      saves: true,
      run: () => void again.run({ path: { id } }),
    }),
    ...action(manages && !isDeleting, {
      label: t("videos.delete"),
      icon: Trash2,
      saves: true,
      run: () => setOpen("delete"),
      // nobody but its uploader deletes a video while it uploads (D-59)
      fixed: isUploading && !mine ? t("videos.deleteRefused") : undefined,
    }),
  ];
  const close = () => setOpen(null);
  return (
    <>
      <RowMenu name={name} actions={actions} />
      <Suspense>
        {open === "edit" ? <EditVideo at={at} video={video} onClose={close} /> : null}
        {open === "delete" ? <DeleteVideo at={at} video={video} onClose={close} /> : null}
        {open === "history" ? <HistoryDialog audience={at.audience} id={id} name={name} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
