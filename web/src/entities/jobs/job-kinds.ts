/** Labels of job kinds. */
import type { TFunction } from "i18next";
import type { TextKey } from "@/i18n/texts";

// A name of kinds, not of the texts of that name.
const VIDEOS = "videos";

const KINDS: Record<string, TextKey> = {
  "sync.run": "jobs.kinds.syncRun",
  "sync.revert": "jobs.kinds.syncRevert",
  "sms.send": "jobs.kinds.smsSend",
  "sms.batch": "jobs.kinds.smsBatch",
  "sms.absences": "jobs.kinds.smsAbsences",
  export: "jobs.kinds.export",
  import: "jobs.kinds.import",
  "import.revert": "jobs.kinds.importRevert",
  bulk: "jobs.kinds.bulk",
  "people.let_go": "jobs.kinds.letGo",
  "attendance.push": "jobs.kinds.attendancePush",
  "gamification.preview": "jobs.kinds.gamificationPreview",
  "gamification.commit": "jobs.kinds.gamificationCommit",
  "gamification.attendance": "jobs.kinds.gamificationAttendance",
  "gamification.school": "jobs.kinds.gamificationSchool",
  "statistics.recount": "jobs.kinds.statisticsRecount",
  "lessons.make": "jobs.kinds.lessonsMake",
  [`${VIDEOS}.process`]: "jobs.kinds.videosProcess",
  [`${VIDEOS}.delete`]: "jobs.kinds.videosDelete",
  [`${VIDEOS}.rename`]: "jobs.kinds.videosRename",
  [`${VIDEOS}.webhook`]: "jobs.kinds.videosWebhook",
};

/** A kind without a label shows its name, so that no job is hidden. */
export function kindLabel(kind: string, t: TFunction): string {
  const label = KINDS[kind];
  return label ? t(label) : kind;
}
