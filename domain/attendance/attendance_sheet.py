"""The sheet of a lesson: the class, what is marked, and the one rule by which marks are saved (D-24, D-25, D-47)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from enum import Enum
from typing import Generic, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

from domain.attendance.lesson import LATE_SUBMISSION_PERIOD, Lesson
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

# a door entry so near to the lesson's begin proposes that he came (R1-449, R2-480)
CLOSE = timedelta(minutes=30)
# from then on the proposal is *late*; a setting
LATE_AFTER_MINUTES = 10


class MarkedBy(Enum):
    """Who marks: the teacher of the group in his time, or the office at any later time."""

    TEACHER = "teacher"
    OFFICE = "office"


class SaveWindow(Enum):
    """Whether a sheet can be saved at an instant."""

    OPEN = "open"
    # by a teacher whose time is over: kept as a proposal (D-70)
    LATE = "late"


class Enrolled(NamedTuple):
    """A period of a student in the group, with its control action."""

    period: Period
    action_id: int

    def belongs(self, day: date) -> bool:
        """He is in the class on that day. One who has left, on a day that nobody knows, is no longer in it."""
        return self.period.covers(day) and (self.action_id in GOING_ON or self.period.ended is not None)


class Entry(NamedTuple):
    """What somebody wants to be said of a student."""

    student_id: int
    mark: Mark
    reason: Reason | None = None


class MarkChange(NamedTuple):
    """A mark that becomes another, or the first. What is corrected keeps what stood there first (D-47)."""

    student_id: int
    kept: CurrentMark
    before: StoredMark | CurrentMark | None


class RejectedMark(NamedTuple):
    """A student who was not marked, and why; the others are (A1)."""

    student_id: int
    code: str


@dataclass(frozen=True)
class SaveOutcome:
    """What comes of a save."""

    changes: Sequence[MarkChange]
    refusals: Sequence[RejectedMark]


K_co = TypeVar("K_co", bound=StoredMark | CurrentMark, covariant=True)


@dataclass(frozen=True)
class AttendanceSheet(Generic[K_co]):
    """A lesson with its class. ``roster``: the periods of each student who was ever in the group; ``kept``: what is
    marked, with who said so and when, or just as far as saving asks."""

    lesson: Lesson
    group: Period
    roster: Mapping[int, Sequence[Enrolled]]
    kept: Mapping[int, K_co]
    # when each came through a door, near to the lesson's begin
    entered: Mapping[int, datetime] = field(default_factory=dict)
    # so many minutes after the begin who comes is late
    late_after: int = LATE_AFTER_MINUTES

    def takes(self, hand: MarkedBy, now: datetime, zone: ZoneInfo) -> SaveWindow:
        """Whether it can be saved now. Raises DomainError before the lesson, outside the group's days, or too late."""
        if not self.group.covers(self.lesson.day):
            raise DomainError("attendance.outside_group")
        if now < self.lesson.begins_at(zone):
            raise DomainError("attendance.not_begun")
        if hand is MarkedBy.OFFICE or now < self.lesson.closes_at(zone):
            return SaveWindow.OPEN
        if now < self.lesson.closes_at(zone) + LATE_SUBMISSION_PERIOD:
            return SaveWindow.LATE
        raise DomainError("attendance.over")

    def in_class(self, student_id: int) -> Enrolled | None:
        """The period by which he belonged to the class on that day; one that goes on comes before one that ended."""
        covering = [one for one in self.roster.get(student_id, ()) if one.belongs(self.lesson.day)]
        if len(covering) == 1:
            return covering[0]
        return min(covering, key=lambda one: one.action_id not in GOING_ON, default=None)

    def cell(self, student_id: int) -> AttendanceStatus | None:
        """What his cell shows; None where nothing is marked (D-46), or his time had not begun.

        What is marked stays, whatever became of his time in the group since (D-48, A2).
        """
        kept, held = self.kept.get(student_id), self.lesson.no_class_reason is None
        if kept:
            return kept.value.status if held else AttendanceStatus.NO_CLASS
        if self.in_class(student_id):
            return None if held else AttendanceStatus.NO_CLASS
        ended = [one.period.ended for one in self.roster.get(student_id, ()) if one.period.ended]
        return AttendanceStatus.ENDED if ended and min(ended) < self.lesson.day else None

    def outside(self, student_id: int) -> bool:
        """He was not in the group then, and nothing is marked of him: his time in it had not begun. That is no lesson
        that somebody forgot to mark (D-46, D-48)."""
        return self.in_class(student_id) is None and self.cell(student_id) is None

    def on(self, day: date) -> "AttendanceSheet[K_co]":
        """The same class on another day, with nothing marked."""
        return replace(self, lesson=replace(self.lesson, day=day, no_class_reason=None), kept={}, entered={})

    def proposal(self, student_id: int, zone: ZoneInfo) -> AttendanceStatus | None:
        """What the doors propose for him: attended, or late; None where he did not come near the lesson's begin."""
        at = self.entered.get(student_id)
        begins = self.lesson.begins_at(zone)
        if at is None or abs(at - begins) > CLOSE:
            return None
        return AttendanceStatus.LATE if at > begins + timedelta(minutes=self.late_after) else AttendanceStatus.ATTENDED


def mark(
    sheet: AttendanceSheet[StoredMark | CurrentMark],
    entries: Iterable[Entry],
    hand: MarkedBy,
    zone: ZoneInfo,
    *,
    confirmed: frozenset[int] = frozenset(),
) -> SaveOutcome:
    """Decides about every entry by itself. ``confirmed``: whose office mark the teacher knows of and replaces (D-47).

    An entry that says what is kept already changes nothing (A4).
    """
    changes: list[MarkChange] = []
    refusals: list[RejectedMark] = []
    for entry in entries:
        try:
            change = _marked(sheet, entry, hand, zone, entry.student_id in confirmed)
        except DomainError as refused:
            refusals.append(RejectedMark(entry.student_id, refused.code))
        else:
            changes += [change] if change else []
    return SaveOutcome(changes, refusals)


def _marked(
    sheet: AttendanceSheet[StoredMark | CurrentMark], entry: Entry, hand: MarkedBy, zone: ZoneInfo, knows: bool
) -> MarkChange | None:
    said_now = _said(sheet, entry, zone)
    before = sheet.kept.get(entry.student_id)
    if before and before.value == said_now:
        return None
    if sheet.lesson.no_class_reason is not None:
        raise DomainError("attendance.no_class")
    enrolled = sheet.in_class(entry.student_id)
    if enrolled is None:
        raise DomainError("attendance.not_in_group")
    if before and before.by_office and hand is MarkedBy.TEACHER and not knows:
        raise DomainError("attendance.office_mark")
    counted = enrolled.action_id != NOT_COUNTED
    return MarkChange(entry.student_id, CurrentMark(said_now, hand is MarkedBy.OFFICE, counted), before)


def _said(sheet: AttendanceSheet[StoredMark | CurrentMark], entry: Entry, zone: ZoneInfo) -> MarkValue:
    if entry.mark is Mark.COME:
        proposed = sheet.proposal(entry.student_id, zone)
        if proposed is None:
            raise DomainError("attendance.nothing_proposed")
        late = proposed is AttendanceStatus.LATE
        return mark_value(proposed, (entry.reason or Reason.ON_THE_ROAD) if late else None)
    status = STATUS_OF_MARK[entry.mark]
    if status is AttendanceStatus.ATTENDED:
        return mark_value(status)
    if entry.reason is None:
        raise DomainError("attendance.reason_required")
    return mark_value(status, entry.reason)
