/** Revert button of a change, for people who may edit the record; else the reason why it can't be reverted. */
import { Undo2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button } from "@/ui/controls/button";
import { type HistoryPath, useRevertTarget } from "./revert-targets";

// fetched when it is first opened
const RevertDialog = lazyComponent(async () => (await import("./revert-dialog")).RevertDialog, ["audits"]);

interface TakeBackProps {
  history: HistoryPath | undefined;
  id: number;
  auditId: number | null;
  of: { takeable: boolean; whyNot: string | null };
}

export function RevertChange({ history, id, auditId, of }: TakeBackProps) {
  const { t } = useTranslation();
  const from = useRevertTarget(history);
  const [open, setOpen] = useState(false);
  if (!from) return null;
  if (!of.takeable || auditId === null) return of.whyNot ? <p className="text-xs text-mut">{of.whyNot}</p> : null;
  return (
    <>
      <Button look="quiet" size="small" className="-ml-2.5 w-fit" onClick={() => setOpen(true)}>
        <Undo2 aria-hidden strokeWidth={1.8} />
        {t("audits.takeBack")}
      </Button>
      {open ? (
        <Suspense>
          <RevertDialog from={from} id={id} auditId={auditId} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
