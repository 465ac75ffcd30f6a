"""The attendance sheet and the rule of saving marks (D-24, D-25, D-47)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from enum import Enum
from typing import Generic, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

from domain.attendance.lesson import LATE_SUBMISSION_PERIOD, Lesson
from domain.attendance.marking import Marking, marking
from domain.attendance.marks import (
    STATUS_OF_MARK,
    AttendanceStatus,
    CurrentMark,
    Mark,
    MarkValue,
    Reason,
    StoredMark,
    mark_value,
)
from domain.groups.enrolments import GOING_ON, NOT_COUNTED, Period
from domain.shared.errors import DomainError

# a door event (entry) within this time of the lesson's begin proposes attendance (R1-449, R2-480)
DOOR_WINDOW = timedelta(minutes=30)
# minutes after the begin from which the proposal is *late*; CONSOLE_LATE_AFTER overrides it
LATE_AFTER_MINUTES = 10


class MarkedBy(Enum):
    """The author of a mark: the group's teacher within the save window, or the office."""

    TEACHER = "teacher"
    OFFICE = "office"


class SaveWindow(Enum):
    """The state of a sheet's save window at an instant."""

    OPEN = "open"
    # sent by a teacher after the window: stored as a late submission (D-70)
    LATE = "late"


class Enrolled(NamedTuple):
    """A period of a student in the group, with its control action."""

    period: Period
    action_id: int

    def belongs(self, day: date) -> bool:
        """True if the student is in the class on that day.

        A student who left on an unknown day is no longer in it.
        """
        return self.period.covers(day) and (self.action_id in GOING_ON or self.period.ended is not None)


class Entry(NamedTuple):
    """The mark that a caller wants for a student.

    ``reason_is_default``: nobody chose the reason, it is the usual one (D-24).
    """

    student_id: int
    mark: Mark
    reason: Reason | None = None
    reason_is_default: bool = False


class MarkChange(NamedTuple):
    """A first mark or a correction; a corrected mark keeps its original value (D-47)."""

    student_id: int
    after: CurrentMark
    before: StoredMark | CurrentMark | None

    @property
    def only_chooses(self) -> bool:
        """True if the change only says that the stored default reason was chosen."""
        return self.before is not None and self.before.value.equals_but_for_choice(self.after.value)


class RejectedMark(NamedTuple):
    """A student whose mark is rejected, with the error code.

    The other marks are saved (A1).
    """

    student_id: int
    code: str


@dataclass(frozen=True)
class SaveOutcome:
    """The result of a save: changed marks and rejected ones."""

    changes: Sequence[MarkChange]
    refusals: Sequence[RejectedMark]


K_co = TypeVar("K_co", bound=StoredMark | CurrentMark, covariant=True)


@dataclass(frozen=True)
class AttendanceSheet(Generic[K_co]):
    """A lesson with its class.

    ``roster``: the periods of each student who was ever in the group. ``marks``: in full or as far as saving
    needs them. ``entered``: the instant of each student's door entry near the lesson's begin. ``late_after``: minutes
    after the begin from which an arrival is late.
    """

    lesson: Lesson
    group: Period
    roster: Mapping[int, Sequence[Enrolled]]
    marks: Mapping[int, K_co]
    entered: Mapping[int, datetime] = field(default_factory=dict)
    late_after: int = LATE_AFTER_MINUTES

    def save_window(self, marked_by: MarkedBy, now: datetime, zone: ZoneInfo) -> SaveWindow:
        """The save window of this author at an instant.

        Raises DomainError before the lesson, outside the group's days, and after the late period.
        """
        if not self.group.covers(self.lesson.day):
            raise DomainError("attendance.outside_group")
        if now < self.lesson.begins_at(zone):
            raise DomainError("attendance.not_begun")
        if marked_by is MarkedBy.OFFICE or now < self.lesson.closes_at(zone):
            return SaveWindow.OPEN
        if now < self.lesson.closes_at(zone) + LATE_SUBMISSION_PERIOD:
            return SaveWindow.LATE
        raise DomainError("attendance.over")

    def in_class(self, student_id: int) -> Enrolled | None:
        """The period by which the student is in the class; a current one first."""
        covering = [one for one in self.roster.get(student_id, ()) if one.belongs(self.lesson.day)]
        if len(covering) == 1:
            return covering[0]
        return min(covering, key=lambda one: one.action_id not in GOING_ON, default=None)

    @property
    def belonging(self) -> frozenset[int]:
        """The students who belong to the lesson."""
        return frozenset(id for id in self.roster if self.in_class(id))

    @property
    def unmarked(self) -> frozenset[int]:
        """Those of them without a mark."""
        return self.belonging - self.marks.keys()

    @property
    def marking(self) -> Marking:
        """The marking of the lesson (D-157)."""
        took_place = self.lesson.no_class_reason is None
        return marking(len(self.belonging), len(self.unmarked), len(self.marks), took_place=took_place)

    def cell(self, student_id: int) -> AttendanceStatus | None:
        """The student's status in the lesson.

        None if nothing is marked (D-46) or the enrolment begins later. A mark stays, whatever became of the enrolment
        since (D-48, A2).
        """
        stored, took_place = self.marks.get(student_id), self.lesson.no_class_reason is None
        if stored:
            return stored.value.status if took_place else AttendanceStatus.NO_CLASS
        if self.in_class(student_id):
            return None if took_place else AttendanceStatus.NO_CLASS
        ended = [one.period.ended for one in self.roster.get(student_id, ()) if one.period.ended]
        return AttendanceStatus.ENDED if ended and min(ended) < self.lesson.day else None

    def outside(self, student_id: int) -> bool:
        """True if an unmarked student was not in the group yet (D-46, D-48).

        Such a cell is not a forgotten mark.
        """
        return self.in_class(student_id) is None and self.cell(student_id) is None

    def on(self, day: date) -> "AttendanceSheet[K_co]":
        """The same class on another day, without marks."""
        return replace(self, lesson=replace(self.lesson, day=day, no_class_reason=None), marks={}, entered={})

    def proposal(self, student_id: int, zone: ZoneInfo) -> AttendanceStatus | None:
        """The status that the doors propose: attended or late.

        None without an entry near the lesson's begin.
        """
        at = self.entered.get(student_id)
        begins = self.lesson.begins_at(zone)
        if at is None or abs(at - begins) > DOOR_WINDOW:
            return None
        return AttendanceStatus.LATE if at > begins + timedelta(minutes=self.late_after) else AttendanceStatus.ATTENDED


def mark(
    sheet: AttendanceSheet[StoredMark | CurrentMark],
    entries: Iterable[Entry],
    marked_by: MarkedBy,
    zone: ZoneInfo,
    *,
    confirmed: frozenset[int] = frozenset(),
) -> SaveOutcome:
    """Decides each entry on its own.

    ``confirmed``: students whose office mark the teacher knows of and replaces (D-47). An entry equal to the stored
    mark changes nothing (A4).
    """
    changes: list[MarkChange] = []
    refusals: list[RejectedMark] = []
    for entry in entries:
        try:
            change = _marked(sheet, entry, marked_by, zone, entry.student_id in confirmed)
        except DomainError as refused:
            refusals.append(RejectedMark(entry.student_id, refused.code))
        else:
            changes += [change] if change else []
    return SaveOutcome(changes, refusals)


def _marked(
    sheet: AttendanceSheet[StoredMark | CurrentMark], entry: Entry, marked_by: MarkedBy, zone: ZoneInfo, knows: bool
) -> MarkChange | None:
    requested = requested_value(sheet, entry, zone)
    before = sheet.marks.get(entry.student_id)
    if before and _is_stored(before.value, requested):
        return None
    if sheet.lesson.no_class_reason is not None:
        raise DomainError("attendance.no_class")
    enrolled = sheet.in_class(entry.student_id)
    if enrolled is None:
        raise DomainError("attendance.not_in_group")
    # a teacher may not replace (override) the office's mark without confirming it (D-47)
    if before and before.by_office and marked_by is MarkedBy.TEACHER and not knows:
        raise DomainError("attendance.office_mark")
    counted = enrolled.action_id != NOT_COUNTED
    return MarkChange(entry.student_id, CurrentMark(requested, marked_by is MarkedBy.OFFICE, counted), before)


def _is_stored(stored: MarkValue, requested: MarkValue) -> bool:
    """True if the request adds nothing; a default replaces no chosen reason (D-24)."""
    chosen = stored.reason is not None and not stored.reason_is_default
    return stored == requested or (requested.reason_is_default and chosen and stored.status == requested.status)


def requested_value(sheet: AttendanceSheet[StoredMark | CurrentMark], entry: Entry, zone: ZoneInfo) -> MarkValue:
    """The value that an entry asks for.

    Raises DomainError without a door entry to propose it, or without the reason that it needs.
    """
    if entry.mark is Mark.COME:
        proposed = sheet.proposal(entry.student_id, zone)
        if proposed is None:
            raise DomainError("attendance.nothing_proposed")
        late = proposed is AttendanceStatus.LATE
        if not late:
            return mark_value(proposed)
        usual = entry.reason_is_default or entry.reason is None
        return mark_value(proposed, entry.reason or Reason.ON_THE_ROAD, usual)
    status = STATUS_OF_MARK[entry.mark]
    if status is AttendanceStatus.ATTENDED:
        return mark_value(status)
    if entry.reason is None:
        raise DomainError("attendance.reason_required")
    return mark_value(status, entry.reason, entry.reason_is_default)
