/** Selects the columns of the spreadsheet and downloads it; a large one becomes a job with its file in the header. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate } from "@/api/cache";
import { download } from "@/api/download";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { Button } from "@/ui/controls/button";
import { Checkbox } from "@/ui/controls/checkbox";
import { Dialog } from "@/ui/dialog/dialog";
import { showDone, showError } from "@/ui/feedback/toast";

export interface ExportDialogProps {
  path: string;
  query: Readonly<Record<string, string | number>>;
  title: string;
  total: number;
  /** The columns there are, in their order; those that the list shows are chosen at first. */
  offered: readonly { id: string; header: string }[];
  shown: readonly string[];
  onClose: () => void;
}

export function ExportDialog({ path, query, title, total, offered, shown, onClose }: ExportDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [chosen, setChosen] = useState<readonly string[]>(shown);
  const [pending, setPending] = useState(false);
  const toggle = (id: string, on: boolean) => setChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id));
  const get = async () => {
    setPending(true);
    const columns = offered.map((column) => column.id).filter((id) => chosen.includes(id));
    try {
      const accepted = await download<{ jobId: number }>({ path, query, body: { columns }, name: "export.xlsx" });
      showDone(t(accepted ? "sheets.waitsInHeader" : "sheets.saved"));
      if (accepted) void invalidate("/jobs/mine");
      onClose();
    } catch (error) {
      showError(error);
      setPending(false);
    }
  };
  return (
    <Dialog
      open
      size="small"
      title={t("sheets.exportTitle", { list: title })}
      text={t("sheets.exportText", { total: formatCount(total, language) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button look="main" pending={pending} disabled={chosen.length === 0} saves onClick={() => void get()}>
            {t("sheets.exportNow")}
          </Button>
        </>
      }
    >
      <fieldset className="grid gap-2.5 max-sm:gap-5">
        <legend className="mb-2 text-sm font-[550] text-ink-soft">{t("table.columns")}</legend>
        {offered.map(({ id, header }) => (
          <Checkbox key={id} checked={chosen.includes(id)} onChange={(on) => toggle(id, on)} label={header} />
        ))}
      </fieldset>
    </Dialog>
  );
}
