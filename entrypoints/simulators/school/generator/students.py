"""Students of a generated school and their periods in groups.

Most study, some left, some came back.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random

from contracts.sync.school_records import GroupRecord, GroupStudentRecord, StudentRecord
from entrypoints.simulators.school.generator.documents import papers, phone
from entrypoints.simulators.school.generator.names import full_name
from entrypoints.simulators.school.generator.plan import Plan

# Upper bounds of probability for each status, "active" is the rest.
_STATUSES = (
    (0.09, "finished"), (0.14, "without_course"), (0.15, "finished_privilege"), (0.24, "left"), (0.26, "not_counted"),
    (1.00, "active"),
)  # fmt: skip
_AGES = ((0.02, 6, 9), (0.72, 10, 18), (0.92, 19, 25), (1.00, 26, 40))
SECOND_GROUP, SECOND_OFFICE, RETURNED, NOT_BEGUN, HISTORY = 0.12, 0.03, 0.04, 0.05, 0.08


@dataclass
class Choice:
    """Groups of one branch to choose from."""

    active: list[GroupRecord]
    waiting: list[GroupRecord]
    ended: list[GroupRecord]


class Admissions:
    """Admits students in sequence; the same order gives the same school."""

    def __init__(self, plan: Plan, groups: list[GroupRecord], chance: Random) -> None:
        self.plan = plan
        self.chance = chance
        self.admitted = 0
        self.enrolled = 0
        self._choices = [
            Choice(
                [group for group in groups if group.office_id == office and group.status == "active"],
                [group for group in groups if group.office_id == office and group.status == "not_started"],
                [group for group in groups if group.office_id == office and group.status == "ended"],
            )
            for office in (f"office-{index + 1}" for index in range(plan.offices))
        ]

    def admit(self, sequence: int, at: datetime, status: str = "") -> tuple[StudentRecord, list[GroupStudentRecord]]:
        """Generates the next student with their periods.

        ``status`` empty: a random one.
        """
        draw = self.chance.random
        self.admitted += 1
        serial = self.admitted
        male = draw() < 0.48
        name = full_name(draw, male)
        born, age = self._born()
        student = StudentRecord(
            id=f"student-{serial}",
            version=sequence,
            changed_at=at,
            first_name=name.first,
            last_name=name.last,
            middle_name=name.middle,
            gender="male" if male else "female",
            birth_date=born if draw() > 0.01 else None,
            phone=phone(serial, draw()),
            status=status or _fallen(draw()),
            documents=papers(born, male, serial, age, draw()),
        )
        office = int(draw() * self.plan.offices)
        student.office_ids = [f"office-{office + 1}"]
        periods = list(self._periods(student, office))
        for period in periods:
            self.enrolled += 1
            period.id, period.version, period.changed_at = f"membership-{self.enrolled}", sequence, at
        first = min((period.start_date for period in periods if period.start_date), default=self.plan.today)
        student.created_at = self._registered(min(first, self.plan.today))
        return student, periods

    def another_group(self, office_id: str) -> GroupRecord | None:
        """Returns a random active group of the branch; None without one."""
        free = self._choices[int(office_id.split("-")[1]) - 1].active
        return self._one(free) if free else None

    def period(
        self, student_id: str, group: GroupRecord, start: date, end: date | None, status: str
    ) -> GroupStudentRecord:
        """Builds a period without an id."""
        return GroupStudentRecord(
            id="",
            version=0,
            changed_at=self.plan.began,
            group_id=group.id,
            student_id=student_id,
            start_date=start,
            end_date=end,
            status=status,
        )

    def _born(self) -> tuple[date, int]:
        chosen = self.chance.random()
        youngest, oldest = next((low, high) for upto, low, high in _AGES if chosen < upto)
        days = int((youngest + self.chance.random() * (oldest + 1 - youngest)) * 365.25) + 1
        return self.plan.today - timedelta(days=days), int(days / 365.25)

    def _registered(self, first: date) -> datetime:
        day = first - timedelta(days=int(self.chance.random() * 20))
        return datetime.combine(day, time(4 + int(self.chance.random() * 9), int(self.chance.random() * 60)), UTC)

    def _periods(self, student: StudentRecord, office: int) -> Iterator[GroupStudentRecord]:
        match student.status:
            case "active" | "not_counted":
                yield from self._studies(student, office)
            case "left":
                yield self._left(student.id, self._one(self._choices[office].active))
            case "finished" | "finished_privilege":
                yield self._finished(student.id, office)
            case _ if self.chance.random() < 0.5:
                yield self._finished(student.id, office)

    def _studies(self, student: StudentRecord, office: int) -> Iterator[GroupStudentRecord]:
        draw = self.chance.random
        choice = self._choices[office]
        if draw() < HISTORY:
            yield self._finished(student.id, office)
        if draw() < NOT_BEGUN:
            group = self._one(choice.waiting)
            yield self.period(student.id, group, _begin(group), None, "active")
            return
        group = self._one(choice.active)
        if draw() < RETURNED and (self.plan.today - _begin(group)).days >= 30:
            yield from self._came_back(student.id, group)
        else:
            yield self.period(student.id, group, self._joined(group), None, "active")
        if draw() < SECOND_GROUP:
            if draw() < SECOND_OFFICE / SECOND_GROUP:
                office = (office + 1) % self.plan.offices
                student.office_ids.append(f"office-{office + 1}")
            if other := self._beside(group, office):
                yield self.period(student.id, other, self._joined(other), None, "active")

    def _came_back(self, student_id: str, group: GroupRecord) -> Iterator[GroupStudentRecord]:
        past = (self.plan.today - _begin(group)).days
        gone = _begin(group) + timedelta(days=past // 3)
        yield self.period(student_id, group, _begin(group), gone, "left")
        yield self.period(student_id, group, gone + timedelta(days=past // 3), None, "active")

    def _left(self, student_id: str, group: GroupRecord) -> GroupStudentRecord:
        joined = self._joined(group)
        stayed = int(self.chance.random() * (self.plan.today - joined).days)
        return self.period(student_id, group, joined, joined + timedelta(days=stayed), "left")

    def _finished(self, student_id: str, office: int) -> GroupStudentRecord:
        group = self._one(self._choices[office].ended)
        return self.period(student_id, group, _begin(group), group.end_date, "finished")

    def _joined(self, group: GroupRecord) -> date:
        """Returns a start: most begin with their group, a quarter later."""
        if self.chance.random() < 0.75:
            return _begin(group)
        return _begin(group) + timedelta(days=int(self.chance.random() * (self.plan.today - _begin(group)).days))

    def _beside(self, group: GroupRecord, office: int) -> GroupRecord | None:
        """Returns another group without overlapping hours."""
        slot = group.schedules[0]
        for _ in range(4):
            other = self._one(self._choices[office].active)
            other_slot = other.schedules[0]
            if set(slot.days_of_week).isdisjoint(other_slot.days_of_week) or slot.begin_time != other_slot.begin_time:
                return other if other.id != group.id else None
        return None

    def _one(self, groups: list[GroupRecord]) -> GroupRecord:
        return groups[int(self.chance.random() * len(groups))]


def _begin(group: GroupRecord) -> date:
    if group.start_date is None:
        raise ValueError(f"{group.id} has no beginning")
    return group.start_date


def _fallen(chance: float) -> str:
    return next(status for upto, status in _STATUSES if chance < upto)
