"""Today: the current and next lessons, and pending work of the caller (D-65)."""

from datetime import date, datetime
from typing import Literal

from contracts.attendance.attendance_sheets import Cell, FailedPush, LateSubmissionRow, Reason
from contracts.shared import Named, Wire

AT_MOST = 20
UNMARKED_DAYS = 7

Takes = Literal["open", "late", "not_begun", "over"]


class TodayLesson(Wire):
    """A lesson, in the centre's local time.

    ``students``: size of the class on that day; ``takes``: the result of a save by the caller now: open, late (stored
    as a late submission, D-70), not begun, or over (D-25); ``lateSentAt``: time since which a late submission of it
    waits for the office.
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
    marked: bool
    no_class_reason: str | None
    attended: int
    late: int
    absent: int
    takes: Takes
    late_sent_at: datetime | None


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
    """A student who was absent from a lesson of today. ``phone``: null if unknown."""

    student_id: int
    full_name: str
    phone: str | None
    lesson_id: int
    group: Named
    begin_time: str
    status: Cell
    reason: Reason | None


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
    """A failed job."""

    id: int
    kind: str
    last_error: str | None
    finished_at: datetime | None


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
    own; ``now`` and ``date``: by the centre's clock; ``firstSteps``: until all are done.
    """

    audience: Literal["admin", "academic"]
    date: date
    now: str
    running: TodayLessons
    next: TodayLessons
    unmarked: TodayLessons | None
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
