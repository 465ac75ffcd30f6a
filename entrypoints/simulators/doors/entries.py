"""The entries of a day: students and teachers, chosen by a seeded random."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from contracts.sync.school_records import GroupRecord, GroupStudentRecord, ScheduleRecord

DOORS = ("eshik-1", "eshik-2")
# shares of the people with a lesson: absent ones, and late ones
AWAY, LATE = 0.08, 0.12
# serials restart each day, so that a day played twice is reported twice and stored once
SERIALS_A_DAY = 100_000


@dataclass(frozen=True)
class Entry:
    """One person passes a door at a moment.

    ``serial`` identifies the entry at its device.
    """

    device: str
    serial: int
    person: str
    at: datetime


def entries_of(
    day: date, groups: Iterable[GroupRecord], periods: Iterable[GroupStudentRecord], zone: ZoneInfo, seed: int = 1
) -> list[Entry]:
    """Returns the entries of a day, in order.

    The same day of the same school has the same entries.
    """
    chance = Random(f"{seed}/{day}")  # noqa: S311 (plays people, keeps no secret)
    classes = _classes(day, periods)
    came = [
        one
        for group in groups
        for line in group.schedules
        if _meets(group, line, day)
        for one in _coming(
            line, classes.get(group.id, ()), datetime.combine(day, line.begin_time or time(), zone), chance
        )
    ]
    first = day.toordinal() * SERIALS_A_DAY
    return [
        Entry(DOORS[number % len(DOORS)], first + number, person, at)
        for number, (at, person) in enumerate(sorted(came))
    ]


def _classes(day: date, periods: Iterable[GroupStudentRecord]) -> Mapping[str, Sequence[str]]:
    classes: dict[str, list[str]] = {}
    for period in periods:
        begun = period.start_date is None or period.start_date <= day
        if not period.deleted and begun and (period.end_date is None or day <= period.end_date):
            classes.setdefault(period.group_id, []).append(period.student_id)
    return classes


def _meets(group: GroupRecord, line: ScheduleRecord, day: date) -> bool:
    within = (line.start_date or day) <= day <= (line.end_date or day)
    of_group = (group.start_date or day) <= day <= (group.end_date or day)
    taught = not group.deleted and group.status != "ended" and line.begin_time is not None
    return taught and within and of_group and day.isoweekday() in line.days_of_week


def _coming(
    line: ScheduleRecord, students: Sequence[str], begins: datetime, chance: Random
) -> Iterator[tuple[datetime, str]]:
    yield begins - timedelta(seconds=chance.randint(300, 1200)), line.teacher_id
    for student in students:
        falls = chance.random()
        if falls < AWAY:
            continue
        seconds = chance.randint(660, 1500) if falls < AWAY + LATE else chance.randint(-1200, 540)
        yield begins + timedelta(seconds=seconds), student
