"""The history of a demo.

A teacher's account, two weeks of attendance, homework with its hand-ins, exams.

Journals, the queue of checking, earnings and KPIs have data then, and a teacher can sign in.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from random import Random
from typing import Any

from application.actor import Actor, system
from application.attendance.ports.pushes import AttendanceRegister, SchoolAttendance
from application.attendance.save_attendance import save_attendance
from application.authorization import Audience
from application.people.academics.accounts import sign_up
from contracts.attendance.attendance_sheets import MarkEntry, SaveAttendance
from contracts.people.academics import SignUpAcademic
from domain.access.roles import Role, RoleNumber
from domain.access.users import User
from domain.attendance.lesson import Lesson
from domain.attendance.marks import Mark, Reason
from entrypoints.embedded.persistent_secret import persistent_secret
from entrypoints.settings import speakable
from entrypoints.simulators.day.class_work import play_class_work
from entrypoints.simulators.day.exams import play_exams
from entrypoints.simulators.day.failed_job import leave_failed_job
from entrypoints.simulators.day.fixed_clock import FixedClock
from entrypoints.simulators.day.homework import GIVEN_BEFORE_END, give_past_homework
from entrypoints.simulators.day.homework_database import fill_homework_database
from entrypoints.simulators.school.generator.clubs import HOST
from entrypoints.wiring import Container

TEACHER = "demo.teacher"
# the file beside the superadmin's password
PASSWORD = "demo_teacher_password"  # noqa: S105 (its name)
DAYS = 14
# the other groups have fewer marked days, and in a big school not all have any; few of them have homework
OTHERS_DAYS, OTHERS, LEFT = 7, 100, 40
OTHERS_WITH_HOMEWORK = 8
GROUPS_WITH_EXAMS = 2
MARKED_AFTER = timedelta(minutes=12)
SYSTEM = system(name="demo")

# $1: the teacher, $2: the first day, $3: now on the centre's clock; of other groups $4: how many days, $5: how many
# groups, $6: every which lesson is left to be marked
HELD = """
with held as (
    select l.*, l.date + l.end_time + case when l.end_time <= l.begin_time then interval '1 day' else '0' end as over
    from lessons l where l.date between $2::date and $3::timestamp::date and l.marked_at is null),
own as (select id from held where teacher_id = $1 and over <= $3 order by date desc, begin_time desc offset 1),
others as (
    select id from held where teacher_id <> $1 and date between $3::timestamp::date - $4::int
        and $3::timestamp::date - 1 and id % $6::int <> 0
        and group_id in (select id from groups where status = 2 order by id limit $5))
select l.id, l.group_id, l.teacher_id, l.date, l.begin_time, l.end_time, l.version, g.h_id as group_h_id,
    array(select distinct e.student_id from enrolments e where e.group_id = l.group_id and e.school_deleted_at is null
        and (e.started_date is null or e.started_date <= l.date) and (e.ended_date is null or e.ended_date >= l.date)
        order by e.student_id) as students
from lessons l join groups g on g.id = l.group_id
where l.id in (select id from own union all select id from others) order by l.date, l.begin_time, l.id
"""
COURSES = """
select distinct course_id from groups where id = any ($1::bigint[]) and course_id is not null order by course_id
"""
# the centre of a demo has awarded XP since before its history: a real one awards nothing for earlier deeds (D-93)
EARN_SINCE = "update actions set starts_at = $1 where built_in"


class NoSchool:
    """No school: old marks are not pushed."""

    async def takes_attendance(self) -> bool:
        return False

    @asynccontextmanager
    async def attendance(self) -> AsyncIterator[AttendanceRegister | None]:
        yield None


async def make_history(container: Container) -> int:
    """Marks the demo's lessons; returns the number of marked lessons.

    It is zero where this is no demo, or its teacher has an account already.

    The same lesson always gets the same marks. The teacher's newest lesson stays unmarked, and the one before it is
    pushed to the school, which rejects one of its students.
    """
    if not container.integrations().has_simulator("school"):
        return 0
    host = await container.read_pool().fetchrow("select id, user_id, gender from teachers where h_id = $1", HOST)
    if host is None or host["user_id"] is not None:
        return 0
    actor = await _teacher(container, host)
    await leave_failed_job(container)
    zone, now = container.zone(), container.clock().now()
    local = now.astimezone(zone).replace(tzinfo=None)
    since = local.date() - timedelta(days=DAYS)
    await earn_since(container, now - timedelta(days=DAYS + 1))
    lessons = await container.read_pool().fetch(HELD, host["id"], since, local, OTHERS_DAYS, OTHERS, LEFT)
    newest = max((one["id"] for one in lessons if one["teacher_id"] == host["id"]), default=None, key=_place(lessons))
    own = [one for one in lessons if one["teacher_id"] == host["id"]]
    with_homework = sorted({one["group_id"] for one in lessons if one not in own})[:OTHERS_WITH_HOMEWORK]
    for lesson in lessons:
        school = container.integrations() if lesson["id"] == newest else NoSchool()
        await _mark(container, lesson, actor if lesson in own else SYSTEM, school)
    office = await _superadmin(container)
    if office is not None:
        courses = await _courses(container, own, with_homework)
        await fill_homework_database(container, courses, office, now - timedelta(days=DAYS + 1))
    await _play_work(container, own, actor, "academic")
    if office is not None:
        others = [one for one in lessons if one["group_id"] in with_homework]
        await _play_work(container, others, office, "admin")
    for group_id in sorted({one["group_id"] for one in own})[:GROUPS_WITH_EXAMS]:
        await play_exams(container, group_id, actor)
    return len(lessons)


def _place(lessons: list[Any]) -> Any:
    at = {one["id"]: (one["date"], one["begin_time"]) for one in lessons}
    return lambda lesson_id: at[lesson_id]


async def _mark(container: Container, lesson: Any, actor: Actor, schools: SchoolAttendance) -> None:
    """Marked by its teacher in time, else by the office."""
    zone = container.zone()
    slot = Lesson(*(lesson[name] for name in ("group_id", "teacher_id", "date", "begin_time", "end_time")))
    chance = Random(f"past/{lesson['group_h_id']}/{slot.day}/{slot.begin}")  # noqa: S311 (made-up marks, no secrets)
    audience: Audience = "admin" if actor is SYSTEM else "academic"
    await save_attendance(
        SaveAttendance(
            lesson_id=lesson["id"],
            version=lesson["version"],
            entries=[_entry(student_id, chance.random()) for student_id in lesson["students"]],
        ),
        audience=audience,
        actor=actor,
        uow=container.uow(),
        sheets=container.attendance_sheets(),
        schools=schools,
        clock=FixedClock(slot.begins_at(zone) + MARKED_AFTER),
        zone=zone,
    )


async def _play_work(container: Container, lessons: list[Any], actor: Actor, audience: Audience) -> None:
    """Gives homework at the end of each lesson, and plays the work of the class."""
    zone, given = container.zone(), []
    for lesson in lessons:
        slot = Lesson(*(lesson[name] for name in ("group_id", "teacher_id", "date", "begin_time", "end_time")))
        given_at = FixedClock(slot.ends_at(zone) - GIVEN_BEFORE_END)
        given.append(await give_past_homework(container, lesson["id"], actor, audience, given_at))
    await play_class_work(container, [one for one in given if one is not None], actor, audience)


async def _courses(container: Container, own: list[Any], with_homework: list[int]) -> list[int]:
    """The courses of the groups that have homework."""
    groups = [*{one["group_id"] for one in own}, *with_homework]
    return [row["course_id"] for row in await container.read_pool().fetch(COURSES, groups)]


async def earn_since(container: Container, begun_at: datetime) -> None:
    """Lets the built-in actions start at that moment."""
    async with container.write_pool().acquire() as connection:
        await connection.execute(EARN_SINCE, begun_at)


async def _superadmin(container: Container) -> Actor | None:
    async with container.uow() as uow:
        user = await uow.find(User, superadmin=True)
    if user is None:
        return None
    return Actor(id=user.id, name=f"{user.last_name} {user.first_name}", all_offices=True, superadmin=True)


def _entry(student_id: int, chance: float) -> MarkEntry:
    if chance < 0.84:
        return MarkEntry(student_id, mark=Mark.ATTENDED.value)
    reason = (Reason.ON_THE_ROAD, Reason.REASONABLE, Reason.WITHOUT_REASON)[int(chance * 1000) % 3]
    mark = Mark.LATE if chance < 0.92 else Mark.DID_NOT_PARTICIPATE
    return MarkEntry(student_id, mark=mark.value, reason=reason.value)


async def _teacher(container: Container, host: Any) -> Actor:
    """Creates the teacher's account.

    Its password is stored beside the superadmin's and needs no change.
    """
    async with container.uow() as uow:
        role = await uow.find(Role, number=RoleNumber.TEACHER)
    if role is None or role.id is None:
        raise LookupError("there is no role of a teacher")
    form = SignUpAcademic(login=TEACHER, role_id=role.id, gender_type=2)
    opened = await sign_up(host["id"], form, actor=SYSTEM, uow=container.uow(), passwords=container.passwords())
    password = persistent_secret(container.settings().home / "secrets" / PASSWORD, speakable)
    hashed = await container.passwords().hash(password)
    async with container.uow() as uow:
        user = await uow.load(User, opened.id, lock=True)
        user.set_password(hashed, container.clock().now(), by_another=False)
        await uow.commit()
    grants = {key: tuple(actions) for key, actions in role.permissions.items()}
    return Actor(id=opened.id, name=f"{user.last_name} {user.first_name}", grants=grants)
