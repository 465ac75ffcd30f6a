"""Branches, staff and groups of a generated school.

The timetable has no overlaps per teacher.
"""

from collections.abc import Iterator
from datetime import time, timedelta

from contracts.sync.school_records import CourseRecord, GroupRecord, OfficeRecord, ScheduleRecord, TeacherRecord
from entrypoints.simulators.school.generator.documents import phone
from entrypoints.simulators.school.generator.names import full_name
from entrypoints.simulators.school.generator.places import branch_name
from entrypoints.simulators.school.generator.plan import Plan

ODD_DAYS, EVEN_DAYS, SUNDAY = [1, 3, 5], [2, 4, 6], [7]
LESSON_BEGINS = (time(8), time(10), time(14), time(16), time(18), time(12), time(20))
LESSON_MINUTES = 90
DAYS_A_MONTH = 30


def offices(plan: Plan) -> Iterator[OfficeRecord]:
    """The branches."""
    for index in range(plan.offices):
        yield OfficeRecord(
            id=f"office-{index + 1}", version=plan.sequence, changed_at=plan.began, name=branch_name(index)
        )


def is_assistant(plan: Plan, index: int) -> bool:
    """Returns True for every third member of a branch's staff."""
    return index // plan.offices % 3 == 2


def staff(plan: Plan) -> Iterator[TeacherRecord]:
    """Generates teachers and assistants of all branches.

    A few don't work there any more.
    """
    chance = plan.chance("staff")
    draw = chance.random
    for index in range(plan.staff):
        male = draw() < 0.35
        name = full_name(draw, male)
        yield TeacherRecord(
            id=f"teacher-{index + 1}",
            version=plan.sequence,
            changed_at=plan.began,
            first_name=name.first,
            last_name=name.last,
            middle_name=name.middle,
            phone=phone(5_000_000 + index, 1.0),
            gender="male" if male else "female",
            role="assistant" if is_assistant(plan, index) else "teacher",
            working=index < 3 * plan.offices or draw() > 0.02,
            office_ids=[plan.office_of(index)],
        )


def groups(plan: Plan, courses: list[CourseRecord]) -> Iterator[GroupRecord]:
    """Generates active groups, then future and ended ones."""
    chance = plan.chance("groups")
    waiting = max(plan.offices, plan.active_groups // 16)
    ended = max(plan.offices, plan.active_groups // 6)
    states = ["active"] * plan.active_groups + ["not_started"] * waiting + ["ended"] * ended
    teachers = _by_office(plan, assistants=False)
    assistants = _by_office(plan, assistants=True)
    for index, status in enumerate(states):
        office, slot = index % plan.offices, index // plan.offices
        course = courses[(slot * 5 + office * 3) % len(courses)]
        group = GroupRecord(
            id=f"group-{index + 1}",
            version=plan.sequence,
            changed_at=plan.began,
            name=f"{course.name.split(': ')[-1]} {office + 1}-{slot + 1}",
            office_id=plan.office_of(index),
            course_id=course.id,
            status=status,
            learning_type="online" if chance.random() < 0.08 else "offline",
        )
        group.schedules = [_lessons(group.id, slot, teachers[office])]
        if slot % 5 in (1, 3):
            group.schedules.append(_practice(group, slot, assistants[office]))
        _place_in_time(group, plan, len(course.months) * DAYS_A_MONTH, chance.random())
        yield group


def _by_office(plan: Plan, assistants: bool) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(plan.offices)]
    for index in range(plan.staff):
        if is_assistant(plan, index) == assistants:
            found[index % plan.offices].append(index)
    return found


def _lessons(group_id: str, slot: int, teachers: list[int]) -> ScheduleRecord:
    """Generates lessons; each round of the branch's teachers shifts days or time."""
    lap, at = divmod(slot, len(teachers))
    days = SUNDAY if slot % 9 == 2 else (ODD_DAYS, EVEN_DAYS)[(at + lap) % 2]
    return _schedule(f"{group_id}-a", teachers[at], list(days), (at * 3 + lap // 2), 100 + at)


def _practice(group: GroupRecord, slot: int, assistants: list[int]) -> ScheduleRecord:
    """Generates a weekly lesson with an assistant, on a day without a lesson."""
    lap, at = divmod(slot, len(assistants))
    day = next(day for day in (2, 5, 4) if day not in group.schedules[0].days_of_week)
    return _schedule(f"{group.id}-b", assistants[at], [day], lap, 300 + at)


def _schedule(id: str, teacher: int, days: list[int], turn: int, room: int) -> ScheduleRecord:
    begins = LESSON_BEGINS[turn % len(LESSON_BEGINS)]
    minutes = begins.hour * 60 + LESSON_MINUTES
    return ScheduleRecord(
        id=id,
        teacher_id=f"teacher-{teacher + 1}",
        days_of_week=days,
        begin_time=begins,
        end_time=time(minutes // 60, minutes % 60),
        classroom=str(room),
    )


def _place_in_time(group: GroupRecord, plan: Plan, length: int, chance: float) -> None:
    """Places a group in time; lessons begin on a lesson day.

    An active group began at least a week ago and has a month or more left.
    """
    if group.status == "active":
        start = plan.today - timedelta(days=8 + int(chance * (length - 45)))
    elif group.status == "not_started":
        start = plan.today + timedelta(days=3 + int(chance * 40))
    else:
        start = plan.today - timedelta(days=length + 8 + int(chance * 200))
    while start.isoweekday() not in group.schedules[0].days_of_week:
        start += timedelta(days=1)
    group.start_date, group.end_date = start, start + timedelta(days=length)
    for schedule in group.schedules:
        schedule.start_date, schedule.end_date = group.start_date, group.end_date
