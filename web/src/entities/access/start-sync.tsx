/** Start of a synchronisation from an empty list: a button that opens the dialog of the header's button. */
import { RefreshCw } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/controls/button";
import { Can } from "./can";
import { START_SYNC } from "./permissions";

const dialogs = new Set<() => void>();

/** Opens the dialog when a page asks for it. */
export function useSyncRequests(open: () => void): void {
  useEffect(() => {
    dialogs.add(open);
    return () => void dialogs.delete(open);
  }, [open]);
}

export function openSyncDialog(): void {
  for (const open of dialogs) open();
}

export function StartSyncButton() {
  const { t } = useTranslation();
  return (
    <Can {...START_SYNC}>
      <Button icon={RefreshCw} aria-haspopup="dialog" onClick={openSyncDialog}>
        {t("shell.synchronisation")}
      </Button>
    </Can>
  );
}
