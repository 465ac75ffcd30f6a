"""The kinds of jobs, as the database and the console's screens name them."""

SYNC_RUN = "sync.run"
SYNC_REVERT = "sync.revert"
LESSONS_MAKE = "lessons.make"
STATISTICS_RECOUNT = "statistics.recount"
ATTENDANCE_PUSH = "attendance.push"
GAMIFICATION_ATTENDANCE = "gamification.attendance"
GAMIFICATION_SCHOOL = "gamification.school"
RECOMPUTE_PREVIEW = "gamification.preview"
RECOMPUTE_COMMIT = "gamification.commit"
SMS_SEND = "sms.send"
SMS_BATCH = "sms.batch"
SMS_ABSENCES = "sms.absences"
IMPORT = "import"
IMPORT_REVERT = "import.revert"
EXPORT = "export"
BULK = "bulk"
RETENTION = "people.let_go"
# the built-in host converts a video; in a process of its own
VIDEO_PROCESS = "videos.process"
VIDEO_DELETE = "videos.delete"
VIDEO_RENAME = "videos.rename"
VIDEO_WEBHOOK = "videos.webhook"

# these run for long in a program of their own, one at a time
LONG_KINDS = (VIDEO_PROCESS,)
# these send to the outside, and wait on an installation that is not live (D-159)
OUTWARD_KINDS = (SMS_SEND, SMS_BATCH, SMS_ABSENCES, ATTENDANCE_PUSH)
