"""Clubs that meet around the clock.

A generated school has a current lesson at any hour by them.
"""

from collections.abc import Iterable, Iterator
from datetime import time, timedelta

from contracts.sync.school_records import (
    CourseRecord,
    GroupRecord,
    GroupStudentRecord,
    ScheduleRecord,
    StudentRecord,
    TeacherRecord,
)
from entrypoints.simulators.school.generator.documents import phone
from entrypoints.simulators.school.generator.plan import Plan

# teaches only the clubs, and so never has two lessons at once
HOST = "teacher-club"
HOURS = 3
MEMBERS = 9
BEGAN_DAYS_AGO, ENDS_IN_DAYS = 60, 365
_EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
_HOSTS_PHONE = 6_999_999


def host(plan: Plan) -> TeacherRecord:
    """The teacher of the clubs."""
    return TeacherRecord(
        id=HOST,
        version=plan.sequence,
        changed_at=plan.began,
        first_name="Barno",
        last_name="Toʻlqinova",
        phone=phone(_HOSTS_PHONE, 1.0),
        gender="female",
        office_ids=[plan.office_of(0)],
    )


def clubs(plan: Plan, course: CourseRecord) -> Iterator[GroupRecord]:
    """Generates a daily online club for every three hours.

    The last one ends at midnight.
    """
    for begins in range(0, 24, HOURS):
        group = GroupRecord(
            id=f"group-club-{begins}",
            version=plan.sequence,
            changed_at=plan.began,
            name=f"Suhbat klubi {begins:02}:00",
            office_id=plan.office_of(0),
            course_id=course.id,
            status="active",
            learning_type="online",
            start_date=plan.today - timedelta(days=BEGAN_DAYS_AGO),
            end_date=plan.today + timedelta(days=ENDS_IN_DAYS),
        )
        schedule = ScheduleRecord(
            id=f"{group.id}-a",
            teacher_id=HOST,
            days_of_week=_EVERY_DAY,
            begin_time=time(begins),
            end_time=time((begins + HOURS) % 24),
            classroom="Zoom",
            start_date=group.start_date,
            end_date=group.end_date,
        )
        group.schedules = [schedule]
        yield group


class Members:
    """Members of the first branch by club.

    A student never has a club and a group at the same hour.
    """

    def __init__(self, plan: Plan, taught: Iterable[GroupRecord]) -> None:
        self._plan = plan
        self._hours = {group.id: {one.begin_time for one in group.schedules} for group in taught}
        self._candidates: list[tuple[StudentRecord, set[time | None]]] = []

    def hear_of(self, student: StudentRecord, periods: Iterable[GroupStudentRecord]) -> None:
        """Adds an admitted student."""
        if len(self._candidates) < 2 * MEMBERS * (24 // HOURS) and _may_come(student, self._plan):
            own: set[time | None] = set()
            self._candidates.append((student, own.union(*(self._hours[period.group_id] for period in periods))))

    def join(self, groups: Iterable[GroupRecord], everywhere: StudentRecord | None) -> Iterator[GroupStudentRecord]:
        """Generates periods: a few students in each club, and one in all of them."""
        turn = 0
        for group in groups:
            begins = group.schedules[0].begin_time
            free = [student for student, own in self._candidates if not _meets(own, begins)]
            chosen = [free[(turn + number) % len(free)] for number in range(min(MEMBERS, len(free)))]
            turn += MEMBERS
            wanted = [*chosen, everywhere] if everywhere else chosen
            for student in {one.id: one for one in wanted}.values():
                yield self._period(group, student)

    def _period(self, group: GroupRecord, student: StudentRecord) -> GroupStudentRecord:
        registered = student.created_at.date() if student.created_at else self._plan.today
        return GroupStudentRecord(
            id=f"membership-{group.id}-{student.id}",
            version=self._plan.sequence,
            changed_at=self._plan.began,
            group_id=group.id,
            student_id=student.id,
            start_date=max(registered, group.start_date or registered),
        )


def _may_come(student: StudentRecord, plan: Plan) -> bool:
    return student.status == "active" and student.office_ids == [plan.office_of(0)]


def _meets(own: set[time | None], begins: time | None) -> bool:
    """Returns whether a club and a lesson overlap.

    A lesson may last two hours, and a club three.
    """
    return begins is not None and any(one is not None and -2 < one.hour - begins.hour < HOURS for one in own)
