/** Banner of a copy: nothing is sent until somebody with all branches goes live (D-159). */
import { Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/access/can";
import { refetchProfile, useSession } from "@/entities/access/session";
import { Button } from "@/ui/controls/button";
import { GoLiveDialog } from "./go-live-dialog";

const EVERY_MS = 60_000;

export function CopyBanner() {
  const { t } = useTranslation();
  const { profile } = useSession();
  const mayGoLive = useCan("settings:integrations", "update") && Boolean(profile?.allOffices || profile?.superadmin);
  const [open, setOpen] = useState(false);
  // Somebody else may press the button.
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void refetchProfile();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div role="status">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-warn-soft px-6 py-2 text-sm text-warn max-sm:px-3">
        <Copy aria-hidden size={17} strokeWidth={1.8} className="shrink-0" />
        <span className="min-w-0 flex-1">
          <b className="font-[650]">{t("settings.live.banner")}</b> {t("settings.live.bannerText")}
        </span>
        {mayGoLive ? (
          <Button size="small" onClick={() => setOpen(true)}>
            {t("settings.live.go")}
          </Button>
        ) : null}
      </div>
      {open ? <GoLiveDialog onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
