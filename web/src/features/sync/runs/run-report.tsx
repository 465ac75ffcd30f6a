/** Report of a run: progress of each part, its changes, its rejected records. Live while it runs. */
import { History, RotateCw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SyncPart, SyncRunCard } from "@/api/types";
import { useRead } from "@/api/use-read";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { useLive } from "@/lib/live/use-live";
import { Button } from "@/ui/controls/button";
import { cx } from "@/ui/cx";
import { Loaded } from "@/ui/feedback/loaded";
import { ProgressBar } from "@/ui/feedback/progress";
import { isUnderWay } from "../sync-kinds";
import { PROGRESS_EVERY_MS, useMayStart, useStart } from "../use-sync";
import { RunChanges } from "./run-changes";
import { RunStory } from "./run-marks";
import { RunRemovals } from "./run-removals";
import { RunRevert } from "./run-revert";
import { RunStatus } from "./run-status";
import { RunStop } from "./run-stop";

const COUNTS = ["created", "updated", "unchanged", "deleted", "parked", "refused", "differing"] as const;
const nothing = () => undefined;

export function RunReport({ id }: { id: number }) {
  const pace = useLive("sync", ["/synchronization/runs/{id}"]);
  const read = useRead(
    "/synchronization/runs/{id}",
    { path: { id } },
    {
      keepPreviousData: true,
      refetchInterval: (answer) => (answer && isUnderWay(answer.run.status) ? pace(PROGRESS_EVERY_MS) : false),
    },
  );
  return <Loaded of={read}>{({ run }) => <Report key={run.id} run={run} />}</Loaded>;
}

function Report({ run }: { run: SyncRunCard }) {
  const { t } = useTranslation();
  const broken = run.status === "failed" || run.status === "aborted";
  const older = run.parts.reduce((sum, part) => sum + part.older, 0);
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3">
        <RunStatus run={run} />
        <ProgressBar percent={run.percent} label={t("synchronisation.progress")} className="flex-1" />
      </div>
      {run.message ? (
        <p className={cx("rounded-md px-3 py-2 text-sm", broken ? "bg-bad-soft text-bad" : "bg-info-soft text-info")}>
          {run.message}
        </p>
      ) : null}
      {older > 0 ? (
        <p className="rounded-md bg-info-soft px-3 py-2 text-sm text-info">
          {t("synchronisation.older", { count: older })}
        </p>
      ) : null}
      <RunStory run={run} />
      <RunStop run={run} />
      <RunRemovals run={run} />
      {isUnderWay(run.status) ? null : <Doings run={run} again={broken && run.reverts === null} />}
      <ul className="grid gap-2">
        {run.parts.map((part) => (
          <Part key={part.feed} part={part} reverts={run.reverts !== null} />
        ))}
      </ul>
      {run.parts.some((part) => part.parked > 0) ? (
        <p className="text-xs text-mut">{t("synchronisation.parkedHint")}</p>
      ) : null}
      {run.parts.some((part) => part.differing > 0) ? (
        <p className="text-xs text-mut">{t("synchronisation.differingHint")}</p>
      ) : null}
      <Refused parts={run.parts} reverts={run.reverts !== null} />
    </div>
  );
}

/** Actions on a finished run. */
function Doings({ run, again }: { run: SyncRunCard; again: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const changed = run.created + run.updated + run.deleted > 0;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {again ? <Again kind={run.type} /> : null}
        {changed ? (
          <Button icon={History} aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? "synchronisation.changes.close" : "synchronisation.changes.open")}
          </Button>
        ) : null}
        {run.stop === null ? <RunRevert run={run} /> : null}
      </div>
      {open ? <RunChanges id={run.id} /> : null}
    </>
  );
}

function Again({ kind }: { kind: SyncRunCard["type"] }) {
  const { t } = useTranslation();
  const { start, pending } = useStart(nothing);
  if (!useMayStart()) return null;
  return (
    <Button icon={RotateCw} saves pending={pending} onClick={() => void start(kind)}>
      {t("synchronisation.again")}
    </Button>
  );
}

function Part({ part, reverts }: { part: SyncPart; reverts: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = t(`synchronisation.feeds.${part.feed}`);
  const done = part.announced > 0 ? (part.read / part.announced) * 100 : part.state === "done" ? 100 : 0;
  const counts = COUNTS.filter((count) => part[count] > 0);
  return (
    <li className={cx("rounded-lg border border-line px-3 py-2", part.state === "waiting" && "opacity-70")}>
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-base font-[550] text-ink-strong">{name}</span>
        <span className={cx("text-xs", part.state === "failed" ? "text-bad" : "text-mut")}>
          {part.state === "waiting" || part.state === "failed"
            ? t(`synchronisation.status.${part.state}`)
            : `${formatCount(part.read, language)} / ${formatCount(part.announced, language)}`}
        </span>
      </div>
      <ProgressBar percent={done} label={name} className="my-1.5" />
      {counts.length > 0 ? (
        <p className="flex flex-wrap gap-x-3 text-xs text-ink-soft">
          {counts.map((count) => (
            <span key={count} className={count === "refused" ? "text-bad" : ""}>
              {t(`synchronisation.columns.${reverts && count === "refused" ? "left" : count}`)}:{" "}
              {formatCount(part[count], language)}
            </span>
          ))}
        </p>
      ) : null}
    </li>
  );
}

function Refused({ parts, reverts }: { parts: readonly SyncPart[]; reverts: boolean }) {
  const { t } = useTranslation();
  const refused = parts.flatMap((part) =>
    part.errors.map((error, place) => ({ ...error, feed: part.feed, key: `${part.feed}-${place}` })),
  );
  if (refused.length === 0) return null;
  return (
    <section>
      <h3 className="text-sm font-[650] text-ink-soft">
        {t(reverts ? "synchronisation.left" : "synchronisation.errors")}
      </h3>
      <p className="mb-2 text-xs text-mut">{t(reverts ? "synchronisation.leftHint" : "synchronisation.errorsHint")}</p>
      <ul className="grid gap-1.5">
        {refused.map(({ key, feed, id, field, message }) => (
          <li key={key} className="rounded-md bg-sunken px-3 py-2 text-sm [overflow-wrap:anywhere]">
            {message}
            <span className="block text-xs text-mut">
              {[t(`synchronisation.feeds.${feed}`), id === null ? null : `ID ${id}`, field].filter(Boolean).join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
