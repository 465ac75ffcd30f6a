/** Header menu of attendance that is queued, unsaved, or has a notice from the server (D-70). */
import { CloudUpload } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useSession } from "@/entities/access/session";
import { say } from "@/i18n/texts";
import { useOnline } from "@/lib/online";
import { IconButton } from "@/ui/controls/button";
import { showDone } from "@/ui/feedback/toast";
import { Menu, MenuItem } from "@/ui/popover/menu";
import { type Draft, isUnsaved, queuedDrafts, unsavedDrafts, useDraftsVersion } from "./attendance-drafts";
import { flushDraft } from "./flush-draft";

const kindOf = (draft: Draft) => (draft.pendingSave ? "unsent" : (draft.notice?.kind ?? "draft"));

export function OfflineQueueMenu() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  // The page shows the state of the lesson being marked itself.
  const all = useUnsent(useSession().profile?.id).filter((draft) => !isUnsaved(draft) || draft.path !== here);
  if (all.length === 0) return null;
  return (
    <Menu
      width="w-80 max-w-[calc(100vw-16px)]"
      trigger={
        <IconButton
          icon={CloudUpload}
          label={t("attendance.waiting.title")}
          badge={String(all.length)}
          badgeLook="accent"
        />
      }
    >
      {all.map((draft) => (
        <MenuItem key={draft.lessonId} to={draft.path} hint={t(`attendance.waiting.${kindOf(draft)}`)}>
          <span className="block truncate">{draft.title}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Flushes the queue as soon as there is a connection, from any screen (D-70). */
const AGAIN_MS = 15_000;

const waits = (draft: Draft) => draft.pendingSave !== null;

/** Drafts of this person that are queued, unsaved or have a notice. */
function useUnsent(userId: number | undefined): Draft[] {
  const online = useOnline();
  useDraftsVersion();
  const all = userId === undefined ? [] : [...queuedDrafts(userId), ...unsavedDrafts(userId)];
  const waiting = all.filter(waits).map((draft) => draft.lessonId);
  const names = waiting.join();
  useEffect(() => {
    if (!online || userId === undefined || names === "") return;
    const send = async () => {
      for (const lessonId of names.split(",")) {
        const { outcome } = await flushDraft(userId, Number(lessonId), true);
        if (outcome === "done") showDone(say("attendance.waiting.sent"));
      }
    };
    // With a short delay: a person who has just pressed *save* sends it themselves.
    const first = setTimeout(() => void send(), 300);
    const again = setInterval(() => void send(), AGAIN_MS);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [online, userId, names]);
  return all;
}
