"""Today: the current and next lessons, and pending work of the caller (D-65)."""

from datetime import date, datetime
from typing import Literal

from contracts.attendance.absences import AbsenceSms
from contracts.attendance.attendance_sheets import Cell, FailedPush, LateSubmissionRow, OwnCheckIn, Reason
from contracts.groups.groups import Marking
from contracts.shared import Named, Wire

MAX_ITEMS = 20

Takes = Literal["open", "late", "not_begun", "over"]


class TodayLesson(Wire):
    """A lesson, in the centre's local time.

    ``students``: size of the class on that day, ``unmarked``: those of them without a mark; ``marking``: none, partly
    (some of them), marked, no_class (D-157); ``takes``: the result of a save by the caller now: open, late (stored as a
    late submission, D-70), not begun, or over (D-25); ``lateSentAt``: time since which a late submission of it waits
    for the office; ``checkIn``: the caller's, at a current or next lesson of their own.
    """

    id: int
    group: Named
    staff: Named
    schedule_id: int | None
    date: date
    begin_time: str
    end_time: str
    classroom_name: str
    students: int
    unmarked: int
    marking: Marking
    no_class_reason: str | None
    attended: int
    late: int
    absent: int
    takes: Takes
    late_sent_at: datetime | None
    check_in: OwnCheckIn | None = None


class TodayLessons(Wire):
    """The first lessons and their total."""

    lessons: list[TodayLesson]
    total: int


class TodayFailedPush(Wire):
    """Marks of a lesson that the school rejected (D-26)."""

    lesson_id: int
    group: Named
    staff_id: int
    schedule_id: int | None
    date: date
    begin_time: str
    students: list[FailedPush]


class TodayFailedPushes(Wire):
    """Lessons with rejected marks, newest first; ``total``: of all lessons."""

    lessons: list[TodayFailedPush]
    total: int


class Absentee(Wire):
    """A student who was absent from a lesson of today.

    ``phone``: null if unknown; ``reasonIsDefault``: nobody chose the reason (D-24); ``absences``: in a row in the
    group, this one included (D-158); ``sms``: the message about it.
    """

    student_id: int
    full_name: str
    phone: str | None
    lesson_id: int
    group: Named
    begin_time: str
    status: Cell
    reason: Reason | None
    reason_is_default: bool
    absences: int
    sms: AbsenceSms | None


class Absentees(Wire):
    """Today's absent students, by lesson and name."""

    students: list[Absentee]
    total: int


class TodayLateSubmissions(Wire):
    """Late submissions that wait for the office, oldest first (D-70).

    ``decides``: the caller decides them; a teacher sees those of their own groups as pending.
    """

    sheets: list[LateSubmissionRow]
    total: int
    decides: bool


class FailedJob(Wire):
    """A failed job.

    ``failure``: its last error in words.
    """

    id: int
    kind: str
    last_error: str | None
    finished_at: datetime | None
    failure: str | None = None


class FailedJobs(Wire):
    """The newest failed jobs and their total."""

    jobs: list[FailedJob]
    total: int


class StoppedRun(Wire):
    """A stopped synchronisation that waits for an approval (D-49)."""

    id: int
    type: str
    finished_at: datetime | None


class PhotosToCheck(Wire):
    """Academics whose photo waits for review; ``total``: of all."""

    academics: list[Named]
    total: int


class FirstStep(Wire):
    """A setup step of an empty console that the caller may take."""

    step: Literal["synchronise", "branches", "accounts"]
    done: bool


class Today(Wire):
    """The caller's day.

    A section without the right is null (D-41, D-54); ``audience``: all groups of the caller's branches or the caller's
    own; ``unmarked``: ended lessons without any mark, ``partly``: those with some students unmarked (D-157); ``now``
    and ``date``: by the centre's clock; ``firstSteps``: until all are done.
    """

    audience: Literal["admin", "academic"]
    date: date
    now: str
    running: TodayLessons
    next: TodayLessons
    unmarked: TodayLessons | None
    partly: TodayLessons | None
    refused: TodayFailedPushes | None
    absentees: Absentees | None
    late_sheets: TodayLateSubmissions | None
    failed_jobs: FailedJobs | None
    stopped_run: StoppedRun | None
    photos: PhotosToCheck | None
    first_steps: list[FirstStep]


class TodayAnswer(Wire):
    """The day."""

    today: Today
