/** The selected on paper: a class list to sign, or slips with logins to cut; or as text for anywhere else. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRead } from "@/api/use-read";
import { Button } from "@/ui/controls/button";
import { copyText } from "@/ui/controls/copy-button";
import { Dialog } from "@/ui/dialog/dialog";
import { PrintArea } from "@/ui/display/print-area";
import { Spinner } from "@/ui/feedback/spinner";
import { ErrorState } from "@/ui/feedback/states";
import { showDone, showError } from "@/ui/feedback/toast";
import type { BulkDialogProps } from "../bulk-operation";
import { type Printout, printoutText } from "./printout-text";
import { ClassList, LoginSlips } from "./printouts";
import { useAllRows } from "./use-all-rows";

const KINDS: readonly Printout[] = ["classList", "slips"];

export function BulkPrintDialog({ chosen, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Printout>("classList");
  const groups = useRead("/students/filter-objects").data?.groups ?? [];
  const group = groups.find(({ id }) => String(id) === String(chosen.query.studentGroup))?.name;
  const { rows, error, cut } = useAllRows(chosen);
  const title = group ?? t("shell.students");
  const copy = () => rows && copyText(printoutText(kind, rows)).then(() => showDone(t("kit.copied")), showError);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("many.printTitle", { count: rows?.length ?? chosen.total })}
      text={cut ? t("many.printCut", { count: rows?.length ?? 0 }) : undefined}
      actions={
        <>
          <Button onClick={() => void copy()} disabled={!rows}>
            {t("many.copyText")}
          </Button>
          <Button look="main" disabled={!rows} onClick={() => print()}>
            {t("many.printNow")}
          </Button>
        </>
      }
    >
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-[550] text-ink-soft">{t("many.printWhat")}</legend>
        {KINDS.map((one) => (
          <label
            key={one}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-line px-3 py-1.5 has-[:checked]:border-accent has-[:checked]:bg-accent-soft"
          >
            <input type="radio" name="paper" checked={kind === one} onChange={() => setKind(one)} />
            <span>
              <span className="block font-[550] text-ink-strong">{t(`many.${one}`)}</span>
              <span className="block text-xs text-ink-soft">{t(`many.${one}Text`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {error ? <ErrorState error={error} onRetry={onClose} /> : rows ? null : <Spinner />}
      {rows ? (
        <PrintArea>
          {kind === "classList" ? <ClassList title={title} rows={rows} /> : <LoginSlips rows={rows} />}
        </PrintArea>
      ) : null}
    </Dialog>
  );
}
