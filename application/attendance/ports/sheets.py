"""What attendance needs of the outside: the book of lessons, sheets to read and to write, and reads of a group."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.authorization import Audience
from application.ports import Transaction
from contracts.attendance.attendance_sheets import Holidays, MonthGrid, Push
from contracts.groups.groups import LessonPage, LessonsQuery
from domain.attendance.attendance_sheet import AttendanceSheet, MarkChange
from domain.attendance.lesson import Lesson, Timetable
from domain.attendance.marks import CurrentMark, StoredMark
from domain.attendance.tally import Tally


class LessonGeneration(Protocol):
    """Some groups whose lessons are brought in line, in one transaction that nobody else makes lessons in."""

    timetables: Sequence[Timetable]
    holidays: Collection[date]

    async def bring(self, lessons: Iterable[Lesson], now: datetime) -> int:
        """What lies ahead of ``now`` (the centre's clock) and was not touched by anybody becomes these; gives how many
        were made, changed or removed. What lies behind is only made."""
        ...


@runtime_checkable
class LessonStore(Protocol):
    """All lessons, as they are made (D-71)."""

    async def groups(self, today: date) -> list[int]:
        """Groups that may have lessons to make, or to take away."""
        ...

    def making(self, group_ids: Sequence[int], today: date) -> AbstractAsyncContextManager[LessonGeneration]:
        """These groups, with what they had in the month until today; committed at the end of the block."""
        ...


@dataclass(frozen=True)
class LessonInfo:
    """Facts about a lesson that no rule reads. ``number``: its position in the group; ``topic``: the topic taught;
    ``late_sent_at``: time since which a late submission waits for the office (D-70)."""

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
class SheetStudent:
    """A student of a sheet. ``last``: statuses of earlier lessons, the newest last; ``photo``: a link."""

    id: int
    h_id: str | None
    full_name: str
    photo: str | None
    phone: str | None
    last: Sequence[int | None] = ()
    push: Push | None = None


@dataclass(frozen=True)
class SaveContext:
    """A sheet at a version, as a save is decided by it. ``known``: students whose marks the school takes (D-26)."""

    sheet: AttendanceSheet[StoredMark | CurrentMark]
    version: int
    group_name: str
    known: Collection[int]


@dataclass(frozen=True)
class SheetView:
    """A sheet with everything that is shown of it. ``names``: of the accounts that marked, by id; ``before``: the days
    of the lessons before that its pupils' last statuses are of."""

    sheet: AttendanceSheet[StoredMark]
    about: LessonInfo
    pupils: Sequence[SheetStudent]
    names: Mapping[int, str]
    before: Sequence[date]

    def grounds(self, *, to_school: bool) -> SaveContext:
        """The same as a save's context: the school takes marks of students it knows, in a group it knows."""
        known = {pupil.id for pupil in self.pupils if pupil.h_id} if to_school and self.about.group_h_id else set()
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
    """The values that a save writes. ``version``: of the sheet it was decided by; ``tally``: the change of the group's;
    ``by_office``: marked by the office; ``pushed``: students whose marks go to the school.

    ``before``, ``after``: the two sides of the audit record.
    """

    lesson: Lesson
    version: int
    changes: Sequence[MarkChange]
    tally: Tally
    by_office: bool
    pushed: Collection[int]
    now: datetime
    permission: str
    verb: str
    params: Mapping[str, object] = field(default_factory=dict)
    before: Mapping[str, object] = field(default_factory=dict)
    after: Mapping[str, object] = field(default_factory=dict)


class VersionConflict(Exception):
    """The sheet was saved by another transaction since it was read."""


@dataclass(frozen=True)
class LateSubmission:
    """A sheet that a teacher sends too late (D-70). ``entries``: the acceptable ones, as they came."""

    lesson_id: int
    entries: Sequence[Mapping[str, int | None]]
    marked_at: datetime
    sent_at: datetime


@runtime_checkable
class AttendanceSheetStore(Protocol):
    """Attendance sheets (D-24). A lesson that the actor may not see as this audience is not found (D-12, D-13)."""

    async def find(self, lookup: SheetLookup, *, actor: Actor, audience: Audience) -> SheetView:
        """A sheet to be shown. Raises NotFound."""
        ...

    async def save_context(
        self, lesson_id: int, *, doors: bool, to_school: bool, actor: Actor, audience: Audience
    ) -> SaveContext:
        """The data by which a save of a lesson is decided, without a lock: ``save`` checks its version.

        ``doors``: with the proposals of the doors; ``to_school``: with the students the school knows. Raises NotFound.
        """
        ...

    async def load(
        self, lesson_id: int, *, actor: Actor, audience: Audience, uow: Transaction, lock: bool = True
    ) -> SheetView:
        """A sheet inside a transaction; ``lock`` locks its lesson until the end. Raises NotFound."""
        ...

    async def names_of(self, group_id: int, student_ids: Sequence[int]) -> Mapping[int, str]:
        """The full names of those of these students who are, or ever were, in the group."""
        ...

    async def save(self, saving: SaveCommand, *, actor: Actor, uow: Transaction) -> int | None:
        """Writes a save with its audit record and its push job; gives the push, if any mark goes to the school.

        A corrected mark retains its original with author and time (D-47). Raises VersionConflict, and nothing is
        written, where the sheet has another version by now.
        """
        ...

    async def store_late_submission(self, late: LateSubmission, *, actor: Actor, uow: Transaction) -> tuple[int, bool]:
        """Stores what came too late until the office decides; it replaces the sender's earlier one of the lesson.

        Gives its id, and whether anything is new.
        """
        ...


@runtime_checkable
class AttendanceViews(Protocol):
    """Reads of a group. Raises NotFound where the actor may not see it as this audience."""

    async def grid(
        self, group_id: int, month: date | None, study_month_id: int | None, *, actor: Actor, audience: Audience
    ) -> MonthGrid:
        """The month that begins on this day, none: this one; or the study month."""
        ...

    async def lessons(self, group_id: int, asked: LessonsQuery, *, actor: Actor) -> LessonPage:
        """The lessons of a group."""
        ...

    async def holidays(self) -> Holidays:
        """All of them, the newest first."""
        ...
