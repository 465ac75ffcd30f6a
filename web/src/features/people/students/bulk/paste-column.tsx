/** Turns a column pasted from a spreadsheet into the list: found, ambiguous and unknown lines. */
import { ClipboardPaste } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button } from "@/ui/controls/button";

const PasteDialog = lazyComponent(async () => (await import("./paste-dialog")).PasteDialog, ["many"]);

export function PasteColumn() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={ClipboardPaste} onClick={() => setOpen(true)}>
        {t("many.paste")}
      </Button>
      {open ? (
        <Suspense>
          <PasteDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
