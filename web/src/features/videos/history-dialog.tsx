/** How a video came to its status, the newest entry first (R2-181, R2-280). */
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { useZone } from "@/entities/access/use-zone";
import type { Audience } from "@/entities/groups/group-tabs";
import { STATUS_TONES, STATUS_WORDS } from "@/entities/videos/status-words";
import { type HistoryEntry, videoPath } from "@/entities/videos/video-types";
import { formatDateTime } from "@/lib/dates";
import { Dialog } from "@/ui/dialog/dialog";
import { StatusTag } from "@/ui/display/status-tag";
import { Loaded } from "@/ui/feedback/loaded";

type HistoryDialogProps = {
  audience: Audience;
  id: number;
  name: string;
  /** What this browser saw itself, until the server answers. */
  known?: readonly HistoryEntry[];
  onClose: () => void;
};

export function HistoryDialog({ audience, id, name, known, onClose }: HistoryDialogProps) {
  const { t } = useTranslation();
  const read = useRead(videoPath(audience), { path: { id } }, { staleTime: 0 });
  return (
    <Dialog open onClose={onClose} title={t("videos.historyTitle", { name })}>
      {known && !read.data ? (
        <Entries of={known.map((entry) => ({ ...entry, message: "" }))} />
      ) : (
        <Loaded of={read}>{({ video }) => <Entries of={video.statusHistories ?? []} />}</Loaded>
      )}
    </Dialog>
  );
}

function Entries({ of: entries }: { of: readonly HistoryEntry[] }) {
  const { t } = useTranslation();
  const zone = useZone();
  return (
    <ol className="grid gap-2.5">
      {entries.toReversed().map((entry) => (
        <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
          <StatusTag tone={STATUS_TONES[entry.status]}>{t(STATUS_WORDS[entry.status])}</StatusTag>
          <span className="min-w-0 flex-1 text-ink-soft [overflow-wrap:anywhere]">{entry.message}</span>
          <time className="whitespace-nowrap text-mut tabular-nums" dateTime={entry.createdAt}>
            {formatDateTime(entry.createdAt, zone)}
          </time>
        </li>
      ))}
    </ol>
  );
}
