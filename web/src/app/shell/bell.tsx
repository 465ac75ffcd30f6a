import { Bell as BellIcon } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { countNotifications, useSession } from "@/entities/access/session";
import { IconButton } from "@/ui/controls/button";
import { Menu } from "@/ui/popover/menu";

const OVERFLOW = 9;
const EVERY_MS = 60_000;

/** The badge of a count: nothing for none, at most 9+. */
export function badgeOf(count: number, overflow = OVERFLOW): string | undefined {
  if (count <= 0) return undefined;
  return count > overflow ? `${overflow}+` : String(count);
}

export function Bell() {
  const { t } = useTranslation();
  const { notifications } = useSession();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void countNotifications();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Menu trigger={<IconButton icon={BellIcon} label={t("shell.notifications")} badge={badgeOf(notifications)} />}>
      <p className="px-2.5 py-2 text-sm text-ink-soft">
        {notifications > 0 ? t("shell.notificationsNew", { count: notifications }) : t("shell.notificationsNone")}
      </p>
    </Menu>
  );
}
