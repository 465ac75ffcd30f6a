/** Reverts a run; else the reason why it can't be reverted. */
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SyncRunCard } from "@/api/types";
import { useCentreReason } from "@/entities/access/centre";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { useMayStart } from "../use-sync";
import { useRevert } from "./use-run-change";

export function RunRevert({ run }: { run: SyncRunCard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const mayStart = useMayStart();
  const centre = useCentreReason();
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
      <Button icon={Undo2} saves fixed={centre} onClick={() => setAsking(true)}>
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
