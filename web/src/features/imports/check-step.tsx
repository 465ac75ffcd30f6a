/** Plan of an import, row by row, and its commit, confirmed with the branch's name. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ImportCard } from "@/api/types";
import { useChange } from "@/api/use-change";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { Button } from "@/ui/controls/button";
import { ConfirmDialog } from "@/ui/dialog/confirm-dialog";
import { Card } from "@/ui/display/page";
import { branchesOf } from "./import-labels";
import { RowsView } from "./rows-view";

export function CheckStep({ one, onBack }: { one: ImportCard; onBack: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [confirming, setConfirming] = useState(false);
  const committing = useChange("post", "/students/imports/{id}/commit", {
    invalidates: [
      "/students/imports/{id}",
      "/students/imports/{id}/rows",
      "/jobs/mine",
      "/students/all",
      "/students/filter-objects",
    ],
  });
  const into = branchesOf(one);
  const count = one.totals.add + one.totals.change;
  const words = { add: formatCount(one.totals.add, language), change: formatCount(one.totals.change, language) };
  const byBranch = `${one.branches.map(({ office, add }) => `${office.name}: ${formatCount(add, language)}`).join(", ")}.`;
  const { skip, merge, create, change } = one.warnings;
  const warned = t("imports.confirmWarned", {
    skip: formatCount(skip, language),
    merge: formatCount(merge, language),
    create: formatCount(create, language),
    change: formatCount(change, language),
  });
  const commit = () =>
    committing.run({ path: { id: one.id }, body: { officeId: one.office?.id ?? null, version: one.version } });
  return (
    <Card title={`${one.fileName} · ${t(into.many ? "imports.intoMany" : "imports.into", into)}`}>
      <RowsView one={one} />
      <div className="mt-5 flex flex-wrap justify-end gap-2 max-sm:[&>*]:flex-1">
        <Button onClick={onBack}>{t("imports.back")}</Button>
        <Button
          look="main"
          saves
          pending={committing.pending}
          fixed={count === 0 ? t("imports.nothing") : undefined}
          onClick={() => setConfirming(true)}
        >
          {t("imports.commit", { total: formatCount(count, language) })}
        </Button>
      </div>
      <ConfirmDialog
        open={confirming}
        title={t(into.many ? "imports.confirmTitleMany" : "imports.confirmTitle", into)}
        text={[
          t("imports.confirmText", words),
          ...(into.many ? [byBranch] : []),
          ...(one.warnings.rows > 0 ? [warned] : []),
        ].join(" ")}
        confirm={t("imports.confirm")}
        onConfirm={() => commit().then(() => setConfirming(false))}
        onClose={() => setConfirming(false)}
      />
    </Card>
  );
}
