import { useTranslation } from "react-i18next";
import type { Job } from "@/api/types";
import { StatusTag } from "@/ui/display/status-tag";
import { STATE_TONES } from "./job-states";

/** State of a job: plain text where it is normal. */
export function JobState({ job }: { job: Pick<Job, "state"> }) {
  const { t } = useTranslation();
  const words = t(`jobs.states.${job.state}`);
  if (job.state === "done") return <span className="text-sm">{words}</span>;
  return <StatusTag tone={STATE_TONES[job.state]}>{words}</StatusTag>;
}
