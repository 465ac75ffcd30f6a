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
    createdBy: "Who",
    createdAt: "Created",
    finishedAt: "Finished",
    lastError: "Last error",
  },
  startedAt: "Started",
  automatic: "Automatic",
  jobOf: "Job No. {{id}}",
  again: "Run again",
  againDone: "The job waits in the queue again",
  copyError: "Copy the error's text",
  failedHint: "All tries went wrong. Remove the cause of the error and run it again.",
  waitingHint: "The last try went wrong; the next one begins soon by itself.",
  emptyTitle: "There have been no jobs yet",
  emptyText: "Long work, such as a synchronisation, is seen here.",
};
