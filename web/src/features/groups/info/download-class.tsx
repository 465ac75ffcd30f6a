/** The class as a spreadsheet: how much of its bytes is here, under a name of 12 characters (R1-389, R1-446). */
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { download } from "@/api/download";
import { Button } from "@/ui/controls/button";
import { ProgressBar } from "@/ui/feedback/progress";
import { showDone, showFileError } from "@/ui/feedback/toast";

type Progress = { percent: number | null } | null;

export function DownloadClass({ groupId, name }: { groupId: number; name: string }) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<Progress>(null);
  const file = `${name}.xlsx`;
  const shown = shortName(file);
  const get = () => {
    setProgress({ percent: null });
    const onProgress = (percent: number | null) => setProgress({ percent });
    download({ path: `/groups/${groupId}/download`, name: file, onProgress })
      .then(() => showDone(t("groups.downloaded", { name: shown })), showFileError)
      .finally(() => setProgress(null));
  };
  return (
    <>
      {progress ? (
        <span className="flex items-center gap-2 text-xs text-mut">
          <ProgressBar percent={progress.percent} label={t("groups.downloading", { name: shown })} className="w-20" />
          <span className="w-9 text-right tabular-nums">{progress.percent === null ? "" : `${progress.percent}%`}</span>
        </span>
      ) : null}
      <Button icon={Download} size="small" saves pending={progress !== null} onClick={get}>
        {t("groups.download")}
      </Button>
    </>
  );
}

const SHOWN = 12;

/** A downloaded file's name at 12 characters (R1-446, D-75). */
export function shortName(name: string): string {
  const letters = [...name];
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join("")}…` : name;
}
