import type { jobs as uz } from "../uz/jobs";
import type { Words } from "../words";

export const jobs: Words<typeof uz> = {
  kinds: {
    syncRun: "Synchronisation",
    syncRevert: "Reverting a synchronisation",
    smsSend: "Sending an SMS",
    smsBatch: "SMS to many",
    export: "Export of a list",
    import: "Import of a file",
    bulk: "Act on many",
    letGo: "Letting go of who left long ago",
    attendancePush: "Sending attendance to the school system",
    lessonsMake: "Making lessons from schedules",
  },
  states: { waiting: "Waiting", running: "Running", done: "Done", failed: "Failed" },
  columns: {
    id: "ID",
    kind: "Kind",
    state: "State",
    progress: "Progress",
    tries: "Tries",
    createdBy: "Started by",
    createdAt: "Created",
    finishedAt: "Finished",
    lastError: "Last error",
  },
  startedAt: "Started",
  automatic: "Automatic",
  jobOf: "Job No. {{id}}",
  again: "Run again",
  againDone: "The job is queued again",
  copyError: "Copy the error",
  failedHint: "All tries failed. Fix the cause of the error and run it again.",
  waitingHint: "The last try failed; the next one starts automatically.",
  emptyTitle: "No jobs yet",
  emptyText: "Long-running work, such as a synchronisation, appears here.",
};
