/** Everything about one job; live while it waits or runs. */
import { RotateCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Job } from "@/api/types";
import { useRead } from "@/api/use-read";
import { Can } from "@/entities/access/can";
import { useCentreReason } from "@/entities/access/centre";
import { useSession } from "@/entities/access/session";
import { useZone } from "@/entities/access/use-zone";
import { kindLabel } from "@/entities/jobs/job-kinds";
import { useRunAgain } from "@/entities/jobs/use-run-again";
import { formatDateTime } from "@/lib/dates";
import { Button, buttonClass } from "@/ui/controls/button";
import { CopyButton } from "@/ui/controls/copy-button";
import { cx } from "@/ui/cx";
import { Fact, Facts } from "@/ui/display/fact";
import { Loaded } from "@/ui/feedback/loaded";
import { ProgressBar } from "@/ui/feedback/progress";
import { JobState } from "./job-state";
import { isUnderWay, POLL_EVERY_MS } from "./job-states";

export function JobReport({ id }: { id: number }) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const read = useRead(
    "/jobs/{id}",
    { path: { id } },
    { keepPreviousData: true, refetchInterval: (answer) => (answer && isUnderWay(answer.job) ? POLL_EVERY_MS : false) },
  );
  return (
    <Loaded of={read}>
      {({ job }) => (
        <div className={read.isPlaceholder ? "grid gap-5 opacity-60" : "grid gap-5"}>
          <Standing job={job} />
          <JobFacts job={job} />
          {job.smsBatchId && job.createdBy?.id === profile?.id ? (
            <Link to={`/students/sms/${job.smsBatchId}`} className={cx(buttonClass("plain"), "justify-self-start")}>
              {t("jobs.smsResults")}
            </Link>
          ) : null}
          {job.failure ? <LastError words={job.failure} logged={job.lastError ?? job.failure} /> : null}
        </div>
      )}
    </Loaded>
  );
}

function Standing({ job }: { job: Job }) {
  const { t } = useTranslation();
  const centre = useCentreReason();
  const { runAgain, pending } = useRunAgain();
  const failed = job.state === "failed";
  const triedBefore = job.state === "waiting" && job.tries > 0;
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-3">
        <JobState job={job} />
        {isUnderWay(job) ? (
          <ProgressBar percent={job.progress} label={t("jobs.columns.progress")} className="flex-1" />
        ) : null}
      </div>
      {failed || triedBefore ? (
        <p className="text-sm text-mut">{t(failed ? "jobs.failedHint" : "jobs.waitingHint")}</p>
      ) : null}
      {failed ? (
        <Can permission="settings:integrations" action="update">
          <Button
            icon={RotateCw}
            saves
            fixed={centre}
            pending={pending}
            onClick={() => void runAgain(job.id)}
            className="justify-self-start"
          >
            {t("jobs.again")}
          </Button>
        </Can>
      ) : null}
    </div>
  );
}

function JobFacts({ job }: { job: Job }) {
  const { t } = useTranslation();
  const zone = useZone();
  return (
    <Facts>
      <Fact name={t("jobs.columns.kind")} value={kindLabel(job.kind, t)} />
      <Fact name={t("jobs.columns.id")} value={job.id} />
      <Fact name={t("jobs.columns.tries")} value={job.tries} />
      <Fact name={t("jobs.columns.progress")} value={`${job.progress}%`} />
      <Fact name={t("jobs.columns.createdBy")} value={job.createdBy?.name ?? t("jobs.automatic")} />
      <Fact name={t("jobs.columns.createdAt")} value={formatDateTime(job.createdAt, zone)} />
      <Fact name={t("jobs.startedAt")} value={formatDateTime(job.startedAt, zone)} />
      <Fact name={t("jobs.columns.finishedAt")} value={formatDateTime(job.finishedAt, zone)} />
      <div className="col-span-2 min-w-0">
        <dt className="text-xs text-mut">{t("errors.requestId")}</dt>
        <dd className="flex min-h-7 items-center gap-1 text-sm [overflow-wrap:anywhere]">
          {job.requestId || "—"}
          {job.requestId ? <CopyButton text={job.requestId} label={t("errors.copyRequestId")} /> : null}
        </dd>
      </div>
    </Facts>
  );
}

/** The error in words; what is copied for the administrator is the text of the log. */
function LastError({ words, logged }: { words: string; logged: string }) {
  const { t } = useTranslation();
  return (
    <section>
      <div className="mb-1.5 flex min-h-7 items-center gap-1">
        <h3 className="text-sm font-[650] text-ink-soft">{t("jobs.columns.lastError")}</h3>
        <CopyButton text={logged} label={t("jobs.copyError")} />
      </div>
      <p className="rounded-md bg-sunken px-3 py-2 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">{words}</p>
    </section>
  );
}
