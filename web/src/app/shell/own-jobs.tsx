/** Jobs that the person started since yesterday: progress and the finished file. Hidden while there are none. */
import { FileDown, FileSpreadsheet, LoaderCircle } from "lucide-react";
import { useTranslation } from "react-i18next";
import { follow } from "@/api/download";
import { type Answer, read } from "@/api/request";
import { useRead } from "@/api/use-read";
import { useLanguage } from "@/i18n/use-language";
import { formatCount } from "@/lib/format/numbers";
import { useLive } from "@/lib/live/use-live";
import { IconButton } from "@/ui/controls/button";
import { showError } from "@/ui/feedback/toast";
import { Menu, MenuItem } from "@/ui/popover/menu";

type OwnJob = Answer<"get", "/jobs/mine">["jobs"][number];

const OPEN_MS = 1_500;
const QUIET_MS = 60_000;
const isOpen = (job: OwnJob) => job.state === "waiting" || job.state === "running";

export function OwnJobs() {
  const { t } = useTranslation();
  const pace = useLive("jobs", ["/jobs/mine"]);
  const answer = useRead("/jobs/mine", undefined, {
    refetchInterval: (data) => pace(data?.jobs?.some(isOpen) ? OPEN_MS : QUIET_MS),
  });
  const jobs = answer.data?.jobs ?? [];
  if (jobs.length === 0) return null;
  const open = jobs.filter(isOpen).length;
  return (
    <Menu
      width="w-80 max-w-[calc(100vw-16px)]"
      trigger={
        <IconButton
          icon={FileSpreadsheet}
          label={t("sheets.mine")}
          badge={open > 0 ? String(open) : undefined}
          badgeLook="accent"
        />
      }
    >
      {jobs.map((job) => (
        <JobItem key={job.id} job={job} />
      ))}
    </Menu>
  );
}

function JobItem({ job }: { job: OwnJob }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const open = isOpen(job);
  const hint = open
    ? `${job.progress}%`
    : job.state === "failed"
      ? t("sheets.failed")
      : t("table.total", { total: formatCount(job.rows, language) });
  const import_ = job.importId !== null;
  return (
    <MenuItem
      icon={open ? LoaderCircle : import_ ? FileSpreadsheet : FileDown}
      hint={hint}
      disabled={!import_ && (open || job.state === "failed")}
      {...(import_ ? { to: `/students/import?id=${job.importId}` } : { onSelect: () => void fetchExport(job.id) })}
    >
      <span className="block truncate">{job.fileName}</span>
      {job.kind === "import.revert" ? (
        <span className="block truncate text-xs text-mut">{t("sheets.revertImport")}</span>
      ) : null}
    </MenuItem>
  );
}

/** The link is requested on click: it expires after a quarter of an hour. */
async function fetchExport(id: number): Promise<void> {
  try {
    const { data } = await read("/exports/{id}", { path: { id } });
    if (data?.url) follow(data.url, data.fileName);
  } catch (error) {
    showError(error);
  }
}
