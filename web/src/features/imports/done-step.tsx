/** The commit or revert in progress, or the result of the rows; rejected ones can be corrected and uploaded again. */
import { CircleAlert, CircleCheck, FileDown, Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { download } from "@/api/download";
import type { ImportCard } from "@/api/types";
import { useZone } from "@/entities/access/use-zone";
import { useLanguage } from "@/i18n/use-language";
import { formatDateTime } from "@/lib/dates";
import { formatCount } from "@/lib/format/numbers";
import { Button, buttonClass } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { Card } from "@/ui/display/page";
import { ProgressBar } from "@/ui/feedback/progress";
import { showFileError } from "@/ui/feedback/toast";
import { branchesOf } from "./import-labels";
import { RevertImport } from "./revert-import";
import { RowsView } from "./rows-view";

// Imported students are in no group yet; the list's default filter of active ones would hide them.
const studentsOf = (one: ImportCard) => `/students?statusId=all&importId=${one.id}`;

export function DoneStep({ one, onAnother }: { one: ImportCard; onAnother: () => void }) {
  const { t } = useTranslation();
  const into = branchesOf(one);
  const reverting = one.state === "reverting";
  return (
    <Card title={`${one.fileName} · ${t(into.many ? "imports.intoMany" : "imports.into", into)}`}>
      {one.failed ? (
        <p role="alert" className="flex items-center gap-2 py-6 text-base text-bad">
          <CircleAlert aria-hidden size={20} />
          {t(reverting ? "imports.revert.brokenText" : "imports.brokenText")}
        </p>
      ) : one.state === "done" || one.state === "reverted" ? (
        <Ended one={one} onAnother={onAnother} />
      ) : (
        <div role="status" className="grid gap-3 py-6">
          <ProgressBar
            percent={one.progress || null}
            label={t(reverting ? "imports.revert.working" : "imports.working")}
          />
          <p className="text-base text-ink-soft">{t("imports.workingText")}</p>
        </div>
      )}
    </Card>
  );
}

function Ended({ one, onAnother }: { one: ImportCard; onAnother: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [fetching, setFetching] = useState(false);
  const zone = useZone();
  const { reverted } = one;
  const words = { add: formatCount(one.totals.add, language), change: formatCount(one.totals.change, language) };
  const written = one.totals.add + one.totals.change - (reverted ? reverted.removed + reverted.restored : 0);
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
        {t("imports.doneText", words)}
      </p>
      {reverted ? (
        <p role="status" className="mb-4 flex items-center gap-2 text-base text-ink-strong">
          <Undo2 aria-hidden size={20} className={cx("shrink-0", reverted.left > 0 ? "text-warn" : "text-good")} />
          {t("imports.revert.doneText", {
            when: formatDateTime(reverted.at, zone),
            removed: formatCount(reverted.removed, language),
            restored: formatCount(reverted.restored, language),
            left: formatCount(reverted.left, language),
          })}
        </p>
      ) : null}
      <div className="mb-5 flex flex-wrap gap-2 max-sm:[&>*]:flex-1">
        {one.totals.refuse > 0 ? (
          <Button icon={FileDown} pending={fetching} onClick={refused}>
            {t("imports.refused")}
          </Button>
        ) : null}
        <Button onClick={onAnother}>{t("imports.another")}</Button>
        <RevertImport one={one} />
        {written > 0 ? (
          <Link to={studentsOf(one)} className={buttonClass("main")}>
            {t("imports.toStudents")}
          </Link>
        ) : null}
      </div>
      <RowsView key={reverted?.at ?? "committed"} one={one} />
    </>
  );
}
