"""A class with a lesson on a Monday, its teacher and the office."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from tests.http.attendance.lessons import LessonWriter
from tests.support.builders import (
    Account,
    Branch,
    Class,
    Student,
    a_branch,
    a_class_of,
    a_course,
    a_teacher,
    a_user_with,
)
from tests.support.console import Console, Visitor, data
from tests.support.groups import ZONE

# a Monday
DAY = date(2026, 11, 16)
GIVE = ["create", "read", "update", "delete"]
TEACHES = {"my_groups:all_homeworks": GIVE, "my_groups:check_homeworks": ["read", "update"]}
OFFICE = {"all_groups:all_homeworks": GIVE, "all_groups:check_homeworks": ["read", "update"]}
WEBM = b"\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm" + b"\0" * 200
PLAIN = {"Content-Type": "application/octet-stream"}


def at(clock: str, day: date = DAY) -> datetime:
    """The instant of this time of a day at the centre."""
    return datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=ZONE).astimezone(UTC)


@dataclass
class HomeworkScenario:
    """A class that meets on Mondays from 14:00 to 16:00; the test sets the clock."""

    console: Console
    branch: Branch
    account: Account
    group: Class
    lesson_id: int = 0
    topics: list[int] = field(default_factory=list)

    @classmethod
    async def of(cls, console: Console, size: int = 4) -> "HomeworkScenario":
        """Stores the class with two topics and its lesson; it is 17:00 of the day."""
        branch, course = a_branch(), a_course()
        account = a_user_with(TEACHES).of(branch)
        group = a_class_of(size).in_branch(branch).of_course(course).taught_by(a_teacher().with_account(account))
        stage = cls(console, branch, account, group)
        await console.store(group)
        month = await console.sql.fetchval(
            "insert into study_months (course_id, number, name) values ($1, 1, '') returning id", course.id
        )
        added = "insert into topics (study_month_id, position, name) values ($1, $2, $3) returning id"
        stage.topics = [
            await console.sql.fetchval(added, month, place, name)
            for place, name in enumerate(("Ro'yxatlar", "Satrlar"))
        ]
        stage.lesson_id = await stage.lessons.lesson(DAY)
        stage.at("17:00")
        return stage

    @property
    def lessons(self) -> LessonWriter:
        """Inserts further lessons of the group."""
        return LessonWriter(self.console, self.group)

    @property
    def students(self) -> list[Student]:
        """In the order in which the class was created."""
        return self.group.students

    def at(self, clock: str, day: date = DAY, **later: float) -> None:
        """Sets the clock to that time of the day at the centre, plus ``later``."""
        self.console.clock.stand_at(at(clock, day) + timedelta(**later))

    async def teacher(self) -> "HomeworkClient":
        """The teacher's browser, newly signed in."""
        return HomeworkClient(self, await self.console.sign_in(self.account), "academic")

    async def office(self, rights: dict[str, list[str]] = OFFICE) -> "HomeworkClient":
        """The office's browser, newly signed in."""
        return HomeworkClient(self, await self.console.sign_in(a_user_with(rights).of(self.branch)), "admin")

    async def hand_in(self, homework_id: int, student: Student, moment: datetime | None = None, **columns: Any) -> int:
        """Stores a hand-in as the gateway would; the submission's id."""
        moment = moment or self.console.clock.now()
        sql = self.console.sql
        id: int = await sql.fetchval(
            "update submissions set status = 1, attempts = attempts + 1, handed_in_at = $3, version = version + 1"
            " where homework_id = $1 and student_id = $2 returning id",
            *(homework_id, student.id, moment),
        )
        await sql.execute(
            "insert into attempts (submission_id, number, text, handed_in_at, is_late)"
            " select id, attempts, 'javob', $2, $2 >= due_at + interval '1 s' from submissions where id = $1",
            *(id, moment),
        )
        if columns:
            names = ", ".join(f"{name} = ${number}" for number, name in enumerate(columns, start=2))
            await sql.execute(f"update submissions set {names} where id = $1", id, *columns.values())
        return id

    async def submission(self, homework_id: int, student: Student) -> Any:
        """The stored row of a student's work; None without one."""
        sql = "select * from submissions where homework_id = $1 and student_id = $2"
        return await self.console.sql.fetchrow(sql, homework_id, student.id)


@dataclass
class HomeworkClient:
    """A browser that gives homework, for one audience."""

    stage: HomeworkScenario
    visitor: Visitor
    audience: str

    @property
    def path(self) -> str:
        """The calls of the audience."""
        return f"/homework/for-{self.audience}"

    async def give(self, **more: Any) -> Any:
        """Sends the form of giving; the response."""
        body = {"lessonId": self.stage.lesson_id, "description": "12-mashqni yeching", "deadline": 24} | more
        return await self.visitor.post(self.path, body)

    async def given(self, **more: Any) -> Any:
        """The homework just given."""
        return await self.card(data(await self.give(**more))["homework"]["id"])

    async def card(self, homework_id: int) -> Any:
        """One homework as its page shows it."""
        return (await self.visitor.data(f"{self.path}/{homework_id}"))["homework"]

    async def upload(
        self, content: bytes, name: str = "vazifa.txt", to: str = "homework-attachments", **query: Any
    ) -> Any:
        """Sends a file; the response."""
        headers = PLAIN | {"X-File-Name": name}
        return await self.visitor.request("POST", f"/upload/{to}", content=content, headers=headers, params=query)

    async def of_group(self, **query: Any) -> Any:
        """The list of the group's homework."""
        return await self.visitor.data(f"/groups/for-{self.audience}/{self.stage.group.id}/homework", **query)
