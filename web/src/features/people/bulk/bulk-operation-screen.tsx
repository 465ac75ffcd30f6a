/** Result of a bulk operation: progress, people left out with the reason, and the undo. */
import { Undo2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { invalidate } from "@/api/cache";
import { useChange } from "@/api/use-change";
import { useRead } from "@/api/use-read";
import { useZone } from "@/entities/access/use-zone";
import { type BulkOperation, bulkPath, STALE_AFTER_BULK } from "@/entities/people/bulk/bulk-operation";
import { formatDateTime } from "@/lib/dates";
import { lazyComponent } from "@/lib/lazy/lazy-component";
import { Button } from "@/ui/controls/button";
import { Fact } from "@/ui/display/fact";
import { Page } from "@/ui/display/page";
import { Loaded } from "@/ui/feedback/loaded";
import { ProgressBar } from "@/ui/feedback/progress";
import { showDone } from "@/ui/feedback/toast";
import { BulkResults } from "./bulk-results";

const EVERY_MS = 1500;
const HandOver = lazyComponent(
  async () => (await import("@/entities/people/bulk/accounts/hand-over")).HandOver,
  ["accounts", "many"],
);
const handsOver = (act: BulkOperation) =>
  act.kind === "open_accounts" && act.done > 0 && !inProgress(act) && act.undoneBy === null;
const inProgress = (act: BulkOperation | undefined) => act?.state === "waiting" || act?.state === "running";

export function BulkOperationScreen() {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const path = { id };
  const read = useRead(
    "/students/bulk/{id}",
    { path },
    { refetchInterval: (data) => (inProgress(data?.act) || data === undefined ? EVERY_MS : false) },
  );
  const act = read.data?.act;
  return (
    <Page title={act ? t(`many.acts.${act.kind}`) : t("shell.studentsMany")} actions={act ? <Undo act={act} /> : null}>
      <div className="card grid gap-5 p-5">
        <Loaded of={read}>
          {({ act: shown }) => (
            <>
              <Progress act={shown} />
              {handsOver(shown) ? (
                <Suspense>
                  <HandOver act={shown} />
                </Suspense>
              ) : null}
              <BulkResults key={`${shown.id}-${shown.state}`} act={shown} />
            </>
          )}
        </Loaded>
      </div>
    </Page>
  );
}

function Progress({ act }: { act: BulkOperation }) {
  const { t } = useTranslation();
  const zone = useZone();
  const over = act.done + act.refused;
  return (
    <>
      {inProgress(act) ? (
        <div className="grid gap-1.5">
          <ProgressBar percent={(over * 100) / act.total} label={t("many.progress")} />
          <p className="text-sm text-ink-soft">{t("many.goesOn")}</p>
        </div>
      ) : null}
      {act.state === "failed" ? (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
          {t("many.failed")}
        </p>
      ) : null}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        <Fact name={t("many.total")} value={String(act.total)} />
        <Fact name={t("many.done")} value={String(act.done)} />
        <Fact name={t("many.refused")} value={String(act.refused)} />
        <Fact name={t("many.at")} value={formatDateTime(act.createdAt, zone)} />
        {act.reason ? <Fact name={t("many.reason")} value={act.reason} /> : null}
        {act.offices.length > 0 ? (
          <Fact name={t("many.branches")} value={act.offices.map(({ name }) => name).join(", ")} />
        ) : null}
        {act.group ? <Fact name={t("students.group")} value={act.group.name} /> : null}
      </dl>
    </>
  );
}

// what the undo of an operation is called, and says; of any other it is that of a block
const UNDO: Partial<Record<BulkOperation["kind"], "many.undoBranch" | "many.undoAccounts">> = {
  change_branch: "many.undoBranch",
  open_accounts: "many.undoAccounts",
};
const UNDONE: Partial<Record<BulkOperation["kind"], "many.movedBack" | "many.accountsRemoved">> = {
  change_branch: "many.movedBack",
  open_accounts: "many.accountsRemoved",
};

function Undo({ act }: { act: BulkOperation }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isUndone, setGone] = useState(false);
  const undoing = useChange("post", "/students/bulk/{id}/undo", {
    invalidates: [...STALE_AFTER_BULK[act.entity]],
    onDone: (undone) => {
      setGone(true);
      const back = t(UNDONE[act.kind] ?? "many.undone", { count: undone.done });
      showDone(undone.jobId === null ? back : t("many.goesOn"));
      void navigate(bulkPath(act.entity, undone.id));
    },
    onError: () => void invalidate("/students/bulk/{id}"),
  });
  if (!act.undoable || isUndone)
    return act.undoneBy ? <p className="text-sm text-mut">{t("many.undoneAlready")}</p> : null;
  return (
    <Button icon={Undo2} saves pending={undoing.pending} onClick={() => void undoing.run({ path: { id: act.id } })}>
      {t(UNDO[act.kind] ?? "many.undo", { count: act.done })}
    </Button>
  );
}
