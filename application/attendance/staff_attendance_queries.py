"""Attendance of academics and assistants at their own lessons (R1-150)."""

from datetime import datetime
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.attendance.ports.staff_attendance import Member, StaffLessons
from application.attendance.staff_attendance import own_lessons, rating_of
from application.authorization import permits
from application.people.academics.academics import ACADEMIC, ASSISTANT, ASSISTANTS
from application.people.academics.ports import AcademicViews
from application.ports import Clock
from contracts.people.academics import AcademicAttendance, AcademicAttendances
from domain.attendance.lesson import Lesson, LessonStatus
from domain.attendance.marks import AttendanceStatus
from domain.groups.enrolments import Period


@permits(ACADEMIC)
async def show_academic_attendances(
    teacher_id: int,
    group_id: int,
    *,
    actor: Actor,
    academics: AcademicViews,
    staff_lessons: StaffLessons,
    clock: Clock,
    zone: ZoneInfo,
) -> AcademicAttendances:
    """Returns the past lessons of an academic in a group with their check-ins."""
    answer = await academics.attendances(teacher_id, group_id, actor)
    return await _complete(answer, actor, staff_lessons, clock.now(), zone)


@permits(ACADEMIC, ASSISTANTS)
async def show_assistant_attendances(
    teacher_id: int,
    group_id: int,
    *,
    actor: Actor,
    academics: AcademicViews,
    staff_lessons: StaffLessons,
    clock: Clock,
    zone: ZoneInfo,
) -> AcademicAttendances:
    """Returns the past lessons of an assistant in a group with their check-ins."""
    answer = await academics.attendances(teacher_id, group_id, actor, number=ASSISTANT)
    return await _complete(answer, actor, staff_lessons, clock.now(), zone)


async def _complete(
    answer: AcademicAttendances, actor: Actor, staff_lessons: StaffLessons, now: datetime, zone: ZoneInfo
) -> AcademicAttendances:
    today = now.astimezone(zone).date()
    group = await staff_lessons.of_group(answer.group_id, Period(None, today), today, actor, own=False)
    member = next((one for one in group.members if one.staff.id == answer.academic.id), None)
    if member is None:
        return answer
    past = [
        one
        for one in own_lessons(member, group.lessons)
        if one.id in member.checks or one.status(now, zone) is LessonStatus.ENDED
    ]
    answer.rating = rating_of(member, past, now, zone)
    answer.attendances = [_attendance(one, member) for one in reversed(past)]
    answer.total = len(past)
    return answer


def _attendance(lesson: Lesson, member: Member) -> AcademicAttendance:
    check = member.checks.get(lesson.id)
    took_place = lesson.no_class_reason is None
    return AcademicAttendance(
        lesson_id=lesson.id,
        date=lesson.day,
        begin_time=f"{lesson.begin:%H:%M}",
        end_time=f"{lesson.end:%H:%M}",
        status=(check.status if check else None) if took_place else int(AttendanceStatus.NO_CLASS),
        at=check.at if check else None,
        photo=check.photo if check else None,
        made_afterwards=lesson.made_afterwards,
    )
