"""Today on the wire: the lessons of now and next, and what waits for the caller (D-65)."""

from datetime import date, datetime
from typing import Literal

from contracts.attendance.attendance_sheets import Cell, LateSheetRow, Reason, RefusedPush
from contracts.shared import Named, Wire

AT_MOST = 20
UNMARKED_DAYS = 7

Takes = Literal["open", "late", "not_begun", "over"]


class TodayLesson(Wire):
    """A lesson, in the centre's local time. ``students``: how many were in the class on that day; ``takes``: what a
    save of the caller would come to now: open, late (kept as a proposal, D-70), not begun, or over (D-25);
    ``lateSentAt``: since when a late sheet of it waits for the office."""

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
    """The first of them, and how many there are in all."""

    lessons: list[TodayLesson]
    total: int


class TodayRefused(Wire):
    """What the school did not take of a lesson (D-26)."""

    lesson_id: int
    group: Named
    staff_id: int
    schedule_id: int | None
    date: date
    begin_time: str
    students: list[RefusedPush]


class TodayRefusals(Wire):
    """Lessons with refused marks, the newest first; ``total``: lessons in all."""

    lessons: list[TodayRefused]
    total: int


class Absentee(Wire):
    """Who was absent from a lesson of today. ``phone``: none where none is known."""

    student_id: int
    full_name: str
    phone: str | None
    lesson_id: int
    group: Named
    begin_time: str
    status: Cell
    reason: Reason | None


class Absentees(Wire):
    """The absent of today, by lesson and name."""

    students: list[Absentee]
    total: int


class TodayLateSheets(Wire):
    """Sheets that came too late and wait for the office, the oldest first (D-70). ``decides``: it is the caller who
    decides about them; to a teacher they are those of his groups, and he waits."""

    sheets: list[LateSheetRow]
    total: int
    decides: bool


class FailedJob(Wire):
    """A job that rests as failed."""

    id: int
    kind: str
    last_error: str | None
    finished_at: datetime | None


class FailedJobs(Wire):
    """The newest of them, and how many there are in all."""

    jobs: list[FailedJob]
    total: int


class StoppedRun(Wire):
    """A synchronisation that stopped and asks a named person (D-49)."""

    id: int
    type: str
    finished_at: datetime | None


class PhotosToCheck(Wire):
    """Academics whose photo waits to be looked at; ``total``: in all."""

    academics: list[Named]
    total: int


class FirstStep(Wire):
    """A step of setting up an empty console, that the caller may take."""

    step: Literal["synchronise", "branches", "accounts"]
    done: bool


class Today(Wire):
    """The caller's day. A part that he has no right to is none (D-41, D-54); ``audience``: whose groups they are, all
    of his branches or his own; ``now`` and ``date``: by the centre's clock; ``firstSteps``: until all are done."""

    audience: Literal["admin", "academic"]
    date: date
    now: str
    running: TodayLessons
    next: TodayLessons
    unmarked: TodayLessons | None
    refused: TodayRefusals | None
    absentees: Absentees | None
    late_sheets: TodayLateSheets | None
    failed_jobs: FailedJobs | None
    stopped_run: StoppedRun | None
    photos: PhotosToCheck | None
    first_steps: list[FirstStep]


class TodayAnswer(Wire):
    """Today."""

    today: Today
