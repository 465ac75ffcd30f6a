"""Ports of attendance: lessons, attendance sheets and reads of a group."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.attendance.ports.absences import StoredSms
from application.authorization import Audience
from application.ports import Transaction
from contracts.attendance.attendance_sheets import Holidays, MonthGrid, Push
from contracts.groups.groups import LessonPage, LessonsQuery
from domain.attendance.attendance_sheet import AttendanceSheet, Entry, MarkChange
from domain.attendance.holiday import HolidayCalendar
from domain.attendance.lesson import Lesson, Timetable
from domain.attendance.marks import CurrentMark, StoredMark
from domain.attendance.tally import Tally


class LessonGeneration(Protocol):
    """Groups whose lessons are generated in one exclusive transaction."""

    timetables: Sequence[Timetable]
    holidays: HolidayCalendar

    async def replace_lessons(self, lessons: Iterable[Lesson], now: datetime) -> int:
        """Replaces untouched lessons after ``now`` (local time) with these.

        Lessons before ``now`` are only added. Returns the number created, changed or removed.
        """
        ...

    async def recount_unmarked(self, since: date) -> None:
        """Counts anew the unmarked students of the marked lessons since a day (D-157).

        Their classes may have changed.
        """
        ...


@runtime_checkable
class LessonStore(Protocol):
    """All lessons, as generated from schedules (D-71)."""

    async def groups(self, today: date) -> list[int]:
        """Returns the groups that may need lessons created or removed."""
        ...

    def generation(self, group_ids: Sequence[int], today: date) -> AbstractAsyncContextManager[LessonGeneration]:
        """Locks these groups with their lessons of the past month.

        Commits at the end of the block.
        """
        ...


@dataclass(frozen=True)
class LessonInfo:
    """Facts about a lesson that no rule reads.

    ``number``: its position in the group; ``topic``: the topic taught; ``late_sent_at``: time since which a late
    submission waits for the office (D-70).
    """

    number: int
    topic: str | None
    group_name: str
    group_h_id: str | None
    staff_name: str
    version: int
    marked_at: datetime | None
    marked_by: int | None
    late_sent_at: datetime | None


@dataclass(frozen=True)
class WaitingMark:
    """A student's mark in a late submission that waits for the office (D-70)."""

    entry: Entry
    sent_at: datetime


@dataclass(frozen=True)
class SheetStudent:
    """A student of a sheet.

    ``last``: statuses of earlier lessons, newest last; ``absent_before``: absences in a row just before (D-158);
    ``photo``: a link.
    """

    id: int
    h_id: str | None
    full_name: str
    photo: str | None
    phone: str | None
    last: Sequence[int | None] = ()
    push: Push | None = None
    waiting: WaitingMark | None = None
    absent_before: int = 0
    sms: StoredSms | None = None


@dataclass(frozen=True)
class SaveContext:
    """The sheet and version that a save is decided by.

    ``known``: students whose marks the school accepts (D-26).
    """

    sheet: AttendanceSheet[StoredMark | CurrentMark]
    version: int
    group_name: str
    known: Collection[int]


@dataclass(frozen=True)
class SheetView:
    """A sheet with everything displayed with it.

    ``names``: of the accounts that marked, by id; ``before``: the days of the earlier lessons of ``students.last``.
    """

    sheet: AttendanceSheet[StoredMark]
    about: LessonInfo
    students: Sequence[SheetStudent]
    names: Mapping[int, str]
    before: Sequence[date]

    def save_context(self, *, to_school: bool) -> SaveContext:
        """Converts the view to the context of a save.

        The school accepts marks of students that it knows, in a group that it knows.
        """
        known = (
            {student.id for student in self.students if student.h_id} if to_school and self.about.group_h_id else set()
        )
        return SaveContext(self.sheet, self.about.version, self.about.group_name, known)


@dataclass(frozen=True)
class SheetLookup:
    """Identifies a sheet: by a lesson, or by the day of a group's timetable."""

    lesson_id: int | None = None
    group_id: int | None = None
    schedule_id: int | None = None
    day: date | None = None


@dataclass(frozen=True)
class SaveCommand:
    """The values that a save writes.

    ``version``: of the sheet it was decided by; ``tally``: the change of the group's tally; ``by_office``: marked by
    the office; ``pushed``: students whose marks go to the school; ``unmarked``: the number of students of the class
    without a mark then.

    ``before``, ``after``: the two sides of the audit record.
    """

    lesson: Lesson
    version: int
    changes: Sequence[MarkChange]
    tally: Tally
    unmarked: int
    by_office: bool
    pushed: Collection[int]
    now: datetime
    permission: str
    verb: str
    params: Mapping[str, object] = field(default_factory=dict)
    before: Mapping[str, object] = field(default_factory=dict)
    after: Mapping[str, object] = field(default_factory=dict)


class VersionConflict(Exception):
    """Another transaction saved the sheet since it was read."""


@dataclass(frozen=True)
class LateSubmission:
    """Marks sent by a teacher after the save window (D-70).

    ``entries``: all but the rejected ones, as sent; ``unchanged``: those of them that are stored as marks already.
    """

    lesson_id: int
    entries: Sequence[Mapping[str, int | None]]
    marked_at: datetime
    sent_at: datetime
    group_id: int
    unchanged: Collection[int] = ()


@runtime_checkable
class AttendanceSheetStore(Protocol):
    """Attendance sheets (D-24).

    A lesson outside the scope of actor and audience is not found (D-12, D-13).
    """

    async def find(self, lookup: SheetLookup, *, actor: Actor, audience: Audience) -> SheetView:
        """Returns a sheet for display. Raises NotFound."""
        ...

    async def own_between(self, first: date, last: date, *, actor: Actor) -> Sequence[int]:
        """Returns the lessons of the actor's own groups on these days.

        By time, at most twenty.
        """
        ...

    async def save_context(
        self, lesson_id: int, *, doors: bool, to_school: bool, actor: Actor, audience: Audience
    ) -> SaveContext:
        """Returns the data by which a save is decided, without a lock.

        ``save`` checks the version. ``doors``: include the proposals of the doors; ``to_school``: include the students
        that the school knows. Raises NotFound.
        """
        ...

    async def load(
        self, lesson_id: int, *, actor: Actor, audience: Audience, uow: Transaction, lock: bool = True
    ) -> SheetView:
        """Reads a sheet inside a transaction; ``lock`` locks its lesson.

        Raises NotFound.
        """
        ...

    async def names_of(self, group_id: int, student_ids: Sequence[int]) -> Mapping[int, str]:
        """Returns the full names of present and former students of the group."""
        ...

    async def save(self, saving: SaveCommand, *, actor: Actor, uow: Transaction) -> int | None:
        """Writes a save with its audit record and push job; returns the push id.

        None if no mark goes to the school. A corrected mark retains its original with author and time (D-47). Raises
        VersionConflict, without writing, if the version has changed, and DomainError("shared.other_body") if a
        concurrent request of another body has claimed the caller's idempotency key.
        """
        ...

    async def store_late_submission(
        self, late: LateSubmission, *, actor: Actor, uow: Transaction
    ) -> tuple[int | None, bool]:
        """Stores a late submission, replacing the sender's earlier marks by student.

        Returns its id, None where nothing waits, and whether anything is new.
        """
        ...


@runtime_checkable
class AttendanceViews(Protocol):
    """Reads of a group. Raises NotFound outside the scope of actor and audience."""

    async def grid(
        self, group_id: int, month: date | None, study_month_id: int | None, *, actor: Actor, audience: Audience
    ) -> MonthGrid:
        """Returns the grid of a month or a study month.

        ``month``: its first day; None for the current month.
        """
        ...

    async def lessons(self, group_id: int, query: LessonsQuery, *, actor: Actor) -> LessonPage:
        """Returns the lessons of a group."""
        ...

    async def holidays(self, actor: Actor) -> Holidays:
        """Returns the holidays that the actor may see, newest first."""
        ...
