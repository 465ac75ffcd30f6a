/** The columns of the list of jobs. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Job } from "@/api/types";
import { useZone } from "@/entities/access/use-zone";
import { kindLabel } from "@/entities/jobs/job-kinds";
import { formatDateTime } from "@/lib/dates";
import { cx } from "@/ui/cx";
import type { Column } from "@/ui/table/columns";
import { JobState } from "./job-state";

export function useJobColumns(): readonly Column<Job>[] {
  const { t } = useTranslation();
  const zone = useZone();
  return useMemo(
    () => [
      { id: "id", header: t("jobs.columns.id"), cell: (job) => <span className="text-mut">{job.id}</span> },
      {
        id: "kind",
        header: t("jobs.columns.kind"),
        fixed: true,
        shrinks: 150,
        cell: (job) => (
          <span className="line-clamp-2 leading-tight break-words whitespace-normal">{kindLabel(job.kind, t)}</span>
        ),
      },
      { id: "state", header: t("jobs.columns.state"), cell: (job) => <JobState job={job} /> },
      {
        id: "progress",
        header: t("jobs.columns.progress"),
        align: "right",
        cell: (job) => <span className={cx(job.state !== "running" && "text-mut")}>{job.progress}%</span>,
      },
      {
        id: "tries",
        header: t("jobs.columns.tries"),
        align: "right",
        cell: (job) => <span className={cx(job.tries <= 1 && "text-mut")}>{job.tries}</span>,
      },
      {
        id: "createdBy",
        header: t("jobs.columns.createdBy"),
        shrinks: true,
        cell: (job) => <span className="block truncate">{job.createdBy?.name ?? t("jobs.automatic")}</span>,
      },
      {
        id: "createdAt",
        header: t("jobs.columns.createdAt"),
        sort: true,
        cell: (job) => formatDateTime(job.createdAt, zone),
      },
      {
        id: "finishedAt",
        header: t("jobs.columns.finishedAt"),
        cell: (job) => formatDateTime(job.finishedAt, zone) || <span className="text-mut">—</span>,
      },
      {
        id: "lastError",
        header: t("jobs.columns.lastError"),
        grows: true,
        cell: ({ failure }) => (
          <span title={failure ?? undefined} className="block truncate text-ink-soft">
            {failure ?? <span className="text-mut">—</span>}
          </span>
        ),
      },
    ],
    [t, zone],
  );
}
