"""A current lesson with its own class and a teacher who can sign in."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

from domain.groups.enrolments import ACTIVE
from domain.people.name_order import sort_key
from domain.people.search_vector import search_vector
from tests.e2e.centre import Centre

PASSWORD = "a-teacher's-long-password"
ZONE = ZoneInfo("Asia/Tashkent")
LESSON = timedelta(minutes=90)
_numbers = count(1)


@dataclass(frozen=True)
class CurrentLesson:
    """A lesson that began half an hour ago."""

    centre: Centre
    group_id: int
    teacher_id: int
    schedule_id: int
    lesson_id: int
    day: date
    students: tuple[int, ...]
    login: str

    def path(self, mine: bool = True) -> str:
        """The path of its screen, the teacher's or the office's."""
        where = "my-groups" if mine else "groups"
        schedule = f"attendance/schedule/{self.schedule_id}/edit/{self.day}"
        return f"/{where}/{self.group_id}/staff/{self.teacher_id}/{schedule}"

    async def marks(self) -> dict[int, tuple[int, int | None]]:
        """The marks in the database: a student's status and reason."""
        async with self.centre.database() as database:
            rows = await database.fetch(
                "select student_id, status, reason from attendances where lesson_id = $1", self.lesson_id
            )
        return {row["student_id"]: (row["status"], row["reason"]) for row in rows}

    async def saves(self) -> int:
        """Number of its saves in the audit log."""
        async with self.centre.database() as database:
            return int(
                await database.fetchval(
                    "select count(*) from audits where entity = 'lesson' and entity_id = $1", self.lesson_id
                )
            )

    async def enter_through_door(self, student_id: int, minutes: int) -> None:
        """A door entry that many minutes after the lesson's start (negative: before)."""
        async with self.centre.database() as database:
            await database.execute(
                """insert into door_events (device, serial, person, student_id, at)
                select 'e2e', $1, '', $2, (l.date + l.begin_time) at time zone 'Asia/Tashkent' + $3::interval
                from lessons l where l.id = $4""",
                *(next(_numbers), student_id, timedelta(minutes=minutes), self.lesson_id),
            )


def latest(hour: int, minute: int) -> datetime:
    """The last moment at which the centre's clocks showed this time."""
    then = datetime.now(ZONE).replace(hour=hour, minute=minute, second=0, microsecond=0)
    return then if then <= datetime.now(ZONE) else then - timedelta(days=1)


def _first_student(number: int) -> int:
    """The offset of a group's students.

    No two of the first 76 groups share any student, with up to 20 in a group.
    """
    return 50 * (number % 38) + 25 * (number // 38 % 2)


def _begun_today(now: datetime) -> datetime:
    """Half an hour ago, within today: a lesson ends on the day it begins."""
    first = now.replace(hour=0, minute=0, second=0, microsecond=0)
    last = now.replace(hour=23, minute=59, second=0, microsecond=0) - LESSON
    return max(first, min(last, now - timedelta(minutes=30)))


async def a_current_lesson(
    centre: Centre, size: int = 20, *, yesterday: bool = False, begins: datetime | None = None
) -> CurrentLesson:
    """Creates a group whose lesson began half an hour ago, or at ``begins``.

    The other choice is yesterday at noon. Its teacher is its own, with an account: the demo has few teachers, and work
    of theirs to check.
    Near midnight the lesson begins earlier or later, so that it stays within one day.
    """
    number = next(_numbers)
    login = f"davomat-ustoz-{number}"
    await centre.open_account(login, "Academic", PASSWORD)
    now = datetime.now(ZONE)
    if begins is None:
        begins = (now - timedelta(days=1)).replace(hour=12, minute=0) if yesterday else _begun_today(now)
    ends = begins + LESSON
    hours = [time(one.hour, one.minute) for one in (begins, ends)]
    async with centre.database() as database:
        group = await database.fetchval(
            """insert into groups
                (name, sort_key, office_id, course_id, status, learning_type, started_date, ended_date)
            select $1, lower($1), office_id, course_id, 2, 'offline', $2, $3 from groups
            where status = 2 order by id limit 1 returning id""",
            *(f"Python N{number:03}", begins.date() - timedelta(days=40), begins.date() + timedelta(days=40)),
        )
        teacher = await _a_teacher(database, number, login)
        schedule = await database.fetchval(
            """insert into schedules (group_id, teacher_id, days_of_week, begin_time, end_time, classroom_name)
            values ($1, $2, $3, $4, $5, '3') returning id""",
            *(group, teacher, [begins.isoweekday()], *hours),
        )
        students = await database.fetch(
            """insert into enrolments (student_id, group_id, action_id, started_date)
            select s.id, $1, $2, $3 from students s where s.school_deleted_at is null and s.h_id is not null
            order by s.id offset $4 limit $5 returning student_id""",
            *(group, ACTIVE, begins.date() - timedelta(days=30), _first_student(number), size),
        )
        lessons = [
            await database.fetchval(
                """insert into lessons (group_id, teacher_id, schedule_id, date, begin_time, end_time, classroom_name)
                values ($1, $2, $3, $4, $5, $6, '3') returning id""",
                *(group, teacher, schedule, begins.date() - timedelta(days=back), *hours),
            )
            for back in (14, 7, 0)
        ]
    ids = tuple(row["student_id"] for row in students)
    return CurrentLesson(centre, group, teacher, schedule, lessons[-1], begins.date(), ids, login)


async def _a_teacher(database: Any, number: int, login: str) -> int:
    first, last = "Nodira", f"Davomatova-{number}"
    found: int = await database.fetchval(
        """insert into teachers (first_name, last_name, full_name, search, sort_key, user_id)
        select $1, $2, $2 || ' ' || $1, $3::text::tsvector, $4, id from users where login = $5 returning id""",
        *(first, last, search_vector(first=first, last=last, middle=""), sort_key(last, first), login),
    )
    await database.execute(
        "insert into teacher_offices select $1, office_id from groups where status = 2 order by id limit 1", found
    )
    return found


async def remove_lessons(centre: Centre) -> None:
    """Removes every group created here, so that today's lists are short.

    Other tests' lessons appear in those lists.
    """
    await centre.sql("update groups set school_deleted_at = now() where h_id is null and name like 'Python N%'")


async def sheet_of(lesson: CurrentLesson) -> dict[str, Any]:
    """The attendance sheet as its teacher reads it."""
    token = (await lesson.centre.sign_in(lesson.login, PASSWORD))["accessToken"]
    path = f"/attendance/for-academic/sheet?lessonId={lesson.lesson_id}"
    return dict((await lesson.centre.call("GET", path, token))["sheet"])
