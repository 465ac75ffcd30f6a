/** Reverts a committed import; rows that something followed stay. */
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ImportCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";

export function RevertImport({ one }: { one: ImportCard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [asking, setAsking] = useState(false);
  const reverting = useChange("post", "/students/imports/{id}/revert", {
    invalidates: [
      "/students/imports/{id}",
      "/students/imports/{id}/rows",
      "/jobs/mine",
      "/students/all",
      "/students/filter-objects",
    ],
  });
  const written = one.totals.add + one.totals.change;
  // after a revert only the rows that stayed can still be reverted
  if ((one.reverted?.left ?? written) === 0) return null;
  const words = {
    add: formatCount(one.totals.add, language),
    change: formatCount(one.totals.change, language),
    left: formatCount(one.reverted?.left ?? 0, language),
  };
  return (
    <>
      <Button icon={Undo2} saves pending={reverting.pending} onClick={() => setAsking(true)}>
        {t(one.reverted ? "imports.revert.again" : "imports.revert.open")}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        saves
        title={t("imports.revert.title", { file: one.fileName })}
        text={t(one.reverted ? "imports.revert.textAgain" : "imports.revert.text", words)}
        confirm={t("imports.revert.confirm")}
        onConfirm={() =>
          reverting.run({ path: { id: one.id }, body: { version: one.version } }).then(() => setAsking(false))
        }
        onClose={() => setAsking(false)}
      />
    </>
  );
}
