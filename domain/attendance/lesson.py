"""Lessons: made ahead from schedules (D-71), and the time in which their attendance can be saved (D-25)."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import IntEnum
from zoneinfo import ZoneInfo

from domain.groups.enrolments import Period

DAYS_AHEAD = 60
# how far back lessons are made of a group that is seen for the first time
DAYS_BACK = 31
# what a teacher has marked and could not send is taken for so long after his time is over, and then the office decides
LATE_SHEETS_TAKEN_FOR = timedelta(hours=24)


class LessonStatus(IntEnum):
    """Where a lesson is, by its time (D-68, R2-256)."""

    NOT_STARTED = 1
    ACTIVE = 2
    ENDED = 3


@dataclass(frozen=True)
class Lesson:
    """A lesson on the centre's clock. It ends on the next day where its end is before its begin."""

    group_id: int
    teacher_id: int
    day: date
    begin: time
    end: time
    schedule_id: int | None = None
    classroom_name: str = ""
    no_class_reason: str | None = None
    id: int = 0

    @property
    def identity(self) -> tuple[int, date, time]:
        """What makes it this lesson and no other (D-71)."""
        return self.group_id, self.day, self.begin

    def begins_at(self, zone: ZoneInfo) -> datetime:
        """The instant of its begin."""
        return datetime.combine(self.day, self.begin, zone)

    def ends_at(self, zone: ZoneInfo) -> datetime:
        """The instant of its end."""
        return datetime.combine(self._last_day, self.end, zone)

    def closes_at(self, zone: ZoneInfo) -> datetime:
        """The first instant at which its teacher is too late: the end of the day on which it ends (D-25)."""
        return datetime.combine(self._last_day + timedelta(days=1), time(0), zone)

    def status(self, now: datetime, zone: ZoneInfo) -> LessonStatus:
        """Where it is at this instant."""
        if now < self.begins_at(zone):
            return LessonStatus.NOT_STARTED
        return LessonStatus.ACTIVE if now < self.ends_at(zone) else LessonStatus.ENDED

    @property
    def _last_day(self) -> date:
        return self.day + timedelta(days=1) if self.end <= self.begin else self.day


@dataclass(frozen=True)
class Slot:
    """A line of a schedule: on these days of the week (1 Monday … 7 Sunday), from a time to a time."""

    id: int
    group_id: int
    teacher_id: int
    days_of_week: Collection[int]
    begin: time | None
    end: time | None
    period: Period
    classroom_name: str = ""


def lessons_of(slot: Slot, group: Period, holidays: Collection[date], first: date, last: date) -> Iterator[Lesson]:
    """The lessons that a line of a schedule makes from a day to a day, both included; none without days or times."""
    wanted = Period(first, last).overlap(slot.period)
    wanted = wanted.overlap(group) if wanted else None
    if wanted is None or wanted.started is None or wanted.ended is None or slot.begin is None or slot.end is None:
        return
    for number in range((wanted.ended - wanted.started).days + 1):
        day = wanted.started + timedelta(days=number)
        if day.isoweekday() in slot.days_of_week and day not in holidays:
            yield Lesson(slot.group_id, slot.teacher_id, day, slot.begin, slot.end, slot.id, slot.classroom_name)


@dataclass(frozen=True)
class Timetable:
    """A group with the lines of its schedule, the teachers' before the assistants'. ``seen``: it has had lessons."""

    group_id: int
    period: Period
    slots: Sequence[Slot]
    seen: bool
    ended: bool = False

    def lessons(self, holidays: Collection[date], today: date) -> list[Lesson]:
        """What is to be in the days ahead; and in a month before, of a group that was never seen and goes on (D-71).

        Of lines that meet at one time the first makes the lesson. A group that has ended has nothing ahead.
        """
        over = self.ended or (self.period.ended is not None and self.period.ended < today)
        if over:
            return []
        first = today if self.seen else today - timedelta(days=DAYS_BACK)
        last = today + timedelta(days=DAYS_AHEAD)
        found: dict[tuple[int, date, time], Lesson] = {}
        for slot in self.slots:
            for lesson in lessons_of(slot, self.period, holidays, first, last):
                found.setdefault(lesson.identity, lesson)
        return list(found.values())


def clash(one: Slot, other: Slot) -> bool:
    """Both meet at the same hour of a day that they have in common."""
    if (
        one.id == other.id
        or not set(one.days_of_week) & set(other.days_of_week)
        or not one.period.overlap(other.period)
    ):
        return False
    if one.begin is None or one.end is None or other.begin is None or other.end is None:
        return False
    return one.begin < other.end and other.begin < one.end
