"""Lessons: generated ahead from schedules (D-71), and their save window (D-25)."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import IntEnum
from zoneinfo import ZoneInfo

from domain.groups.enrolments import Period

DAYS_AHEAD = 60
# days back for which lessons are generated when a group, or a slot of its timetable, is first seen
DAYS_BACK = 31
# time after the save window in which a teacher's marks are stored as a late submission
LATE_SUBMISSION_PERIOD = timedelta(hours=24)


class LessonStatus(IntEnum):
    """The state of a lesson by its time (D-68, R2-256)."""

    NOT_STARTED = 1
    ACTIVE = 2
    ENDED = 3


@dataclass(frozen=True)
class Lesson:
    """A lesson on the centre's clock.

    It ends on the next day if its end is before its begin. ``made_afterwards``: it had ended before it was generated,
    since its schedule came late.
    """

    group_id: int
    teacher_id: int
    day: date
    begin: time
    end: time
    schedule_id: int | None = None
    classroom_name: str = ""
    no_class_reason: str | None = None
    id: int = 0
    made_afterwards: bool = False

    @property
    def identity(self) -> tuple[int, date, time]:
        """The identity of a lesson: group, day and begin (D-71)."""
        return self.group_id, self.day, self.begin

    def begins_at(self, zone: ZoneInfo) -> datetime:
        """The instant of its begin."""
        return datetime.combine(self.day, self.begin, zone)

    def ends_at(self, zone: ZoneInfo) -> datetime:
        """The instant of its end."""
        return datetime.combine(self._last_day, self.end, zone)

    def closes_at(self, zone: ZoneInfo) -> datetime:
        """The end of the teacher's save window: the end of the lesson's last day (D-25)."""
        return datetime.combine(self._last_day + timedelta(days=1), time(0), zone)

    def status(self, now: datetime, zone: ZoneInfo) -> LessonStatus:
        """The lesson's state at an instant."""
        if now < self.begins_at(zone):
            return LessonStatus.NOT_STARTED
        return LessonStatus.ACTIVE if now < self.ends_at(zone) else LessonStatus.ENDED

    @property
    def _last_day(self) -> date:
        return self.day + timedelta(days=1) if self.end <= self.begin else self.day


@dataclass(frozen=True)
class Slot:
    """A slot of a timetable: ISO weekdays (1 Monday … 7 Sunday), begin and end.

    ``seen``: lessons have been generated from it before.
    """

    id: int
    group_id: int
    teacher_id: int
    days_of_week: Collection[int]
    begin: time | None
    end: time | None
    period: Period
    classroom_name: str = ""
    seen: bool = False


def lessons_of(slot: Slot, group: Period, holidays: Collection[date], first: date, last: date) -> Iterator[Lesson]:
    """The lessons of a slot from ``first`` to ``last``, both included.

    None without days or times.
    """
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
    """A group with the slots of its timetable, the teachers' before the assistants'.

    ``seen``: the group has had lessons. ``had``: the begins of its lessons of the past month. ``office_id``: the
    group's branch.
    """

    group_id: int
    period: Period
    slots: Sequence[Slot]
    seen: bool
    ended: bool = False
    had: Collection[datetime] = ()
    office_id: int | None = None

    def lessons(self, holidays: Collection[date], now: datetime) -> list[Lesson]:
        """The lessons to generate: ahead, and one month back for new slots (D-71).

        ``now`` is on the centre's clock. Of slots at the same time the first generates the lesson. A group that has
        ended gets none, neither ahead nor back.
        """
        today = now.date()
        if self.ended or (self.period.ended is not None and self.period.ended < today):
            return []
        back = self._looking_back(now)
        found: dict[tuple[int, date, time], Lesson] = {}
        for slot in self.slots:
            first = back.get(slot.id)
            earliest = min(first or today, today)
            for lesson in lessons_of(slot, self.period, holidays, earliest, today + timedelta(days=DAYS_AHEAD)):
                if _begins(lesson) > now or (first and lesson.day >= first):
                    found.setdefault(lesson.identity, lesson)
        return list(found.values())

    def _looking_back(self, now: datetime) -> dict[int, date]:
        """The first past day to generate for each slot, by its id.

        Other slots generate ahead only. A group seen for the first time: all slots. A known group: slots that arrived
        after their begin, back to the day since which its lessons follow today's timetable, because a lesson held by an
        older slot must not be generated again by its successor. A slot without a begin date begins today.
        """
        earliest = now.date() - timedelta(days=DAYS_BACK)
        if not self.seen:
            return {slot.id: earliest for slot in self.slots}
        late = [slot for slot in self.slots if not slot.seen]
        if not late:
            return {}
        generated = {
            _begins(one) for slot in self.slots for one in lessons_of(slot, self.period, (), earliest, now.date())
        }
        older = [begun.date() + timedelta(days=1) for begun in self.had if begun <= now and begun not in generated]
        first = max([earliest, *older])
        return {slot.id: max(first, slot.period.started or now.date()) for slot in late}


def _begins(lesson: Lesson) -> datetime:
    return datetime.combine(lesson.day, lesson.begin)


def clash(one: Slot, other: Slot) -> bool:
    """True if both slots overlap on a day that they have in common."""
    if (
        one.id == other.id
        or not set(one.days_of_week) & set(other.days_of_week)
        or not one.period.overlap(other.period)
    ):
        return False
    if one.begin is None or one.end is None or other.begin is None or other.end is None:
        return False
    return one.begin < other.end and other.begin < one.end
