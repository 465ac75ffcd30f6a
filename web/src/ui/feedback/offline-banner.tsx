import { WifiOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { probe, useOnline } from "@/lib/online";
import { Button } from "@/ui/controls/button";

/** Banner while there is no connection. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const online = useOnline();
  const [trying, setTrying] = useState(false);
  const again = () => {
    setTrying(true);
    void probe().finally(() => setTrying(false));
  };
  return (
    <div role="status">
      {online ? null : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-warn-soft px-6 py-2 text-sm text-warn max-sm:px-3">
          <WifiOff aria-hidden size={17} strokeWidth={1.8} className="shrink-0" />
          <span className="min-w-0 flex-1">
            <b className="font-[650]">{t("errors.noInternet")}</b> {t("shell.offline")}
          </span>
          <Button size="small" onClick={again} pending={trying}>
            {t("shell.offlineTry")}
          </Button>
        </div>
      )}
    </div>
  );
}
