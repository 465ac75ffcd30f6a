/** The way to take a run back; where that can't be done, why. */
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SyncRunCard } from "@/api/types";
import { formatCount } from "@/shared/table/numbers";
import { useLanguage } from "@/shared/texts/use-language";
import { Button } from "@/shared/ui/button";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useRevert } from "./use-run-change";
import { useMayStart } from "./use-sync";

export function RunRevert({ run }: { run: SyncRunCard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const mayStart = useMayStart();
  const [asking, setAsking] = useState(false);
  const revert = useRevert(run.id);
  if (!run.mayRevert || !mayStart) {
    const changed = run.created + run.updated + run.deleted > 0;
    return run.revertHint && changed && !run.revertedAt ? <p className="text-xs text-mut">{run.revertHint}</p> : null;
  }
  const counts = {
    created: formatCount(run.created, language),
    updated: formatCount(run.updated, language),
    deleted: formatCount(run.deleted, language),
  };
  return (
    <>
      <Button icon={Undo2} saves onClick={() => setAsking(true)}>
        {t("synchronisation.revert.open")}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        saves
        onClose={() => setAsking(false)}
        title={t("synchronisation.revert.title", { id: run.id })}
        text={t("synchronisation.revert.text", counts)}
        confirm={t("synchronisation.revert.confirm")}
        onConfirm={() => revert().then((answer) => answer !== undefined)}
      />
    </>
  );
}
