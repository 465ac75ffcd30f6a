/** The commit in progress, or the result of the rows; rejected ones can be corrected and uploaded again. */
import { CircleAlert, CircleCheck, FileDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { download } from "@/api/download";
import type { ImportCard } from "@/api/types";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { Button, buttonClass } from "@/ui/controls/button";
import { Card } from "@/ui/display/page";
import { ProgressBar } from "@/ui/feedback/progress";
import { showFileError } from "@/ui/feedback/toast";
import { RowsView } from "./rows-view";

// Imported students are in no group yet; the list's default filter of active ones would hide them.
const ALL_STUDENTS = "/students?statusId=all";

export function DoneStep({ one, onAnother }: { one: ImportCard; onAnother: () => void }) {
  const { t } = useTranslation();
  return (
    <Card title={`${one.fileName} · ${t("sheets.imports.into", { branch: one.office?.name ?? "" })}`}>
      {one.failed ? (
        <p role="alert" className="flex items-center gap-2 py-6 text-base text-bad">
          <CircleAlert aria-hidden size={20} />
          {t("sheets.imports.brokenText")}
        </p>
      ) : one.state === "done" ? (
        <Ended one={one} onAnother={onAnother} />
      ) : (
        <div role="status" className="grid gap-3 py-6">
          <ProgressBar percent={one.progress || null} label={t("sheets.imports.working")} />
          <p className="text-base text-ink-soft">{t("sheets.imports.workingText")}</p>
        </div>
      )}
    </Card>
  );
}

function Ended({ one, onAnother }: { one: ImportCard; onAnother: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [fetching, setFetching] = useState(false);
  const words = { add: formatCount(one.totals.add, language), change: formatCount(one.totals.change, language) };
  const refused = () => {
    setFetching(true);
    download({ path: `/students/imports/${one.id}/refused.xlsx`, name: "refused.xlsx" })
      .catch(showFileError)
      .finally(() => setFetching(false));
  };
  return (
    <>
      <p role="status" className="mb-4 flex items-center gap-2 text-base text-ink-strong">
        <CircleCheck aria-hidden size={20} className="text-good" />
        {t("sheets.imports.doneText", words)}
      </p>
      <div className="mb-5 flex flex-wrap gap-2 max-sm:[&>*]:flex-1">
        {one.totals.refuse > 0 ? (
          <Button icon={FileDown} pending={fetching} onClick={refused}>
            {t("sheets.imports.refused")}
          </Button>
        ) : null}
        <Button onClick={onAnother}>{t("sheets.imports.another")}</Button>
        <Link to={ALL_STUDENTS} className={buttonClass("main")}>
          {t("sheets.imports.toStudents")}
        </Link>
      </div>
      <RowsView one={one} />
    </>
  );
}
