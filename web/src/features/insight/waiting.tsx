/** Other open tasks of the person: failed jobs, a stopped synchronisation, photos to review. */
import { RotateCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Today } from "@/api/types";
import { useCan } from "@/entities/access/can";
import { useCentreReason } from "@/entities/access/centre";
import { useZone } from "@/entities/access/use-zone";
import { kindLabel } from "@/entities/jobs/job-kinds";
import { useRunAgain } from "@/entities/jobs/use-run-again";
import { formatDateTime } from "@/lib/dates";
import { Button, buttonClass } from "@/ui/controls/button";
import { Row, Rows, Section } from "./section";

export function FailedJobs({ failed }: { failed: NonNullable<Today["failedJobs"]> }) {
  const { t } = useTranslation();
  if (failed.total === 0) return null;
  return (
    <Section title={t("today.failedJobs")} total={failed.total} shown={failed.jobs.length}>
      <Rows>
        {failed.jobs.map((job) => (
          <FailedJob key={job.id} job={job} />
        ))}
      </Rows>
    </Section>
  );
}

function FailedJob({ job }: { job: NonNullable<Today["failedJobs"]>["jobs"][number] }) {
  const { t } = useTranslation();
  const zone = useZone();
  const may = useCan("settings:integrations", "update");
  const centre = useCentreReason();
  const { runAgain, pending } = useRunAgain();
  const name = `${kindLabel(job.kind, t)} №${job.id}`;
  const button = may ? (
    <Button
      size="small"
      icon={RotateCw}
      saves
      fixed={centre}
      pending={pending}
      aria-label={`${t("jobs.again")}: ${name}`}
      onClick={() => void runAgain(job.id)}
    >
      {t("jobs.again")}
    </Button>
  ) : null;
  return (
    <Row action={button}>
      <Link to={`/jobs?job=${job.id}`} className="font-[550] text-ink-strong hover:text-accent-ink hover:underline">
        {name}
      </Link>
      <span className="block text-xs text-mut wrap-anywhere">
        {[formatDateTime(job.finishedAt, zone), job.failure].filter(Boolean).join(" · ")}
      </span>
    </Row>
  );
}

export function StoppedRun({ run }: { run: NonNullable<Today["stoppedRun"]> }) {
  const { t } = useTranslation();
  const zone = useZone();
  return (
    <Section title={t("today.stoppedRun")}>
      <Rows>
        <Row
          action={
            <Link to={`/synchronization?run=${run.id}`} className={buttonClass("plain", "small")}>
              {t("today.lookAtRun")}
            </Link>
          }
        >
          {t("today.stoppedText")}
          <span className="block text-xs text-mut">{formatDateTime(run.finishedAt, zone)}</span>
        </Row>
      </Rows>
    </Section>
  );
}

export function Photos({ photos }: { photos: NonNullable<Today["photos"]> }) {
  const { t } = useTranslation();
  if (photos.total === 0) return null;
  return (
    <Section title={t("today.photos")} total={photos.total} shown={photos.academics.length}>
      <Rows>
        {photos.academics.map(({ id, name }) => (
          <Row
            key={id}
            action={
              <Link
                to={`/users/academic/${id}`}
                aria-label={`${t("today.check")}: ${name}`}
                className={buttonClass("plain", "small")}
              >
                {t("today.check")}
              </Link>
            }
          >
            {name}
          </Row>
        ))}
      </Rows>
    </Section>
  );
}
