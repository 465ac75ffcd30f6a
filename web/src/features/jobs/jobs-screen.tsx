/** The work that waits, runs, is done and has failed; each job opens beside the list (?job=). */
import { RotateCw } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Job } from "@/api/types";
import { useCan } from "@/entities/access/can";
import { useCentreReason } from "@/entities/access/centre";
import { useZone } from "@/entities/access/use-zone";
import { kindLabel } from "@/entities/jobs/job-kinds";
import { useRunAgain } from "@/entities/jobs/use-run-again";
import { formatDateTime } from "@/lib/dates";
import type { Filter, ListRules } from "@/ui/list/list-address";
import { ListScreen } from "@/ui/list/list-screen";
import { CardBody } from "@/ui/table/cards";
import { useJobColumns } from "./job-columns";
import { JobReport } from "./job-report";
import { JobState } from "./job-state";
import { isUnderWay, POLL_EVERY_MS, STATES } from "./job-states";

const RULES: ListRules = { name: "jobs", order: "DESC", filters: [{ kind: "one", name: "state" }] };

export function JobsScreen() {
  const { t } = useTranslation();
  const zone = useZone();
  const mayRun = useCan("settings:integrations", "update");
  const centre = useCentreReason();
  const { runAgain } = useRunAgain();
  const name = (job: Job) => `${kindLabel(job.kind, t)} №${job.id}`;
  return (
    <ListScreen
      title={t("shell.jobs")}
      rules={RULES}
      path="/jobs/all"
      rowsOf={(answer) => answer.jobs}
      rowId={(job) => job.id}
      rowName={name}
      columns={useJobColumns()}
      filters={useJobFilters()}
      refetchInterval={(answer) => (answer?.jobs.some(isUnderWay) ? POLL_EVERY_MS : false)}
      card={(job) => (
        <CardBody
          title={name(job)}
          line={[formatDateTime(job.createdAt, zone), job.failure].filter(Boolean).join(" · ")}
          aside={<JobState job={job} />}
        />
      )}
      preview={{
        name: "job",
        title: (id, job) => (job ? name(job) : t("jobs.jobOf", { id })),
        body: (id) => <JobReport id={id} />,
      }}
      rowActions={(job) =>
        mayRun && job.state === "failed"
          ? [{ label: t("jobs.again"), icon: RotateCw, saves: true, fixed: centre, run: () => void runAgain(job.id) }]
          : []
      }
      empty={{ title: t("jobs.emptyTitle"), text: t("jobs.emptyText") }}
    />
  );
}

function useJobFilters(): readonly Filter[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const choices = STATES.map((state) => ({ value: state, label: t(`jobs.states.${state}`) }));
    return [{ kind: "one", name: "state", label: t("jobs.columns.state"), choices }];
  }, [t]);
}
