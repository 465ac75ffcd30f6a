/** In the header: attendance that waits to be sent or saved, or of which the server has said something (D-70). */
import { CloudUpload } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useSession } from "@/entities/access/session";
import { IconButton } from "@/ui/controls/button";
import { Menu, MenuItem } from "@/ui/popover/menu";
import { isDraft, type Kept } from "./kept-marks";
import { useUnsent } from "./use-sender";

const kindOf = (kept: Kept) => (kept.wish ? "unsent" : (kept.word?.kind ?? "draft"));

export function UnsentAttendance() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  // Of the class that is being marked the page itself says how it stands.
  const all = useUnsent(useSession().profile?.id).filter((kept) => !isDraft(kept) || kept.path !== here);
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
      {all.map((kept) => (
        <MenuItem key={kept.lessonId} to={kept.path} hint={t(`attendance.waiting.${kindOf(kept)}`)}>
          <span className="block truncate">{kept.title}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
