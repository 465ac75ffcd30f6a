/** Turns a column pasted from a spreadsheet into the list: found, ambiguous and unknown lines. */
import { ClipboardPaste } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button } from "@/ui/controls/button";

const PasteDialog = lazyComponent(async () => (await import("./paste-dialog")).PasteDialog, ["many"]);

/** The button and its dialog, apart: a turned phone moves the button to another place, and the dialog stays open. */
export function usePasteColumn() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return {
    button: (
      <Button icon={ClipboardPaste} onClick={() => setOpen(true)}>
        {t("many.paste")}
      </Button>
    ),
    dialog: open ? (
      <Suspense>
        <PasteDialog onClose={() => setOpen(false)} />
      </Suspense>
    ) : null,
  };
}
