"""A study course of two months with three topics each."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Protocol

import asyncpg

from adapters.postgres.core.engine import asyncpg_arguments
from tests.support.builders import (
    Account,
    Branch,
    Class,
    Course,
    a_branch,
    a_class_of,
    a_course,
    a_teacher,
    a_user_with,
)
from tests.support.console import Console, Visitor, data

ALL = ["create", "read", "update", "delete"]
STUDY = {f"study:{option}": ALL for option in ("courses", "months", "curriculum", "homework_db")}
OF_SCHOOL = (
    "update courses set h_id = 'course-' || id where id = $1",
    "update study_months set school_number = number, school_name = name where course_id = $1",
    """update topics p set school_name = p.name, school_month = m.number, school_place = p.position
    from study_months m where m.id = p.study_month_id and m.course_id = $1""",
)
FIRST = date(2026, 9, 7)
# somebody waits for this transaction
HELD_UP = "select exists (select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid)))"


def of_the_centre(rights: dict[str, list[str]]) -> Account:
    """An account with these rights in every branch (D-153)."""
    return a_user_with(rights).having(all_offices=True)


@dataclass
class CourseScenario:
    """The course with its months and topics by name.

    1-oy with a1 … a3, 2-oy with b1 … b3.
    """

    console: Console
    course: Course
    months: dict[str, int] = field(default_factory=dict)
    topics: dict[str, int] = field(default_factory=dict)

    @classmethod
    async def of(cls, console: Console, *, school: bool = True) -> "CourseScenario":
        """Stores the course, of the school or of the centre's own."""
        stage = cls(console, a_course())
        await console.store(stage.course)
        sql, id = console.sql, stage.course.id
        for number, letter in enumerate("ab", 1):
            month = await sql.fetchval(
                "insert into study_months (course_id, number, name) values ($1, $2, $3) returning id",
                *(id, number, f"{number}-oy"),
            )
            stage.months[f"{number}-oy"] = month
            for place in (1, 2, 3):
                stage.topics[f"{letter}{place}"] = await sql.fetchval(
                    "insert into topics (study_month_id, position, name) values ($1, $2, $3) returning id",
                    *(month, place, f"{letter}{place}"),
                )
        if school:
            for statement in OF_SCHOOL:
                await sql.execute(statement, id)
        return stage

    @property
    def path(self) -> str:
        """The calls of the course."""
        return f"/courses/{self.course.id}"

    async def chief(self) -> Visitor:
        """The study department."""
        return await self.console.sign_in(of_the_centre(STUDY))

    async def curriculum(self, visitor: Visitor) -> Any:
        """The topics as the screen reads them."""
        return await visitor.data("/curriculum", courseId=self.course.id)

    async def move(self, visitor: Visitor, topic: str, month: str, after: str | None, version: int) -> Any:
        """Moves a topic behind another; the response."""
        return await visitor.put(
            "/curriculum/move",
            {
                "id": self.topics[topic],
                "studyMonthId": self.months[month],
                "afterId": self.topics[after] if after else None,
                "version": version,
            },
        )

    async def moved(self, visitor: Visitor, topic: str, month: str, after: str | None) -> Any:
        """Moves a topic; the curriculum after it."""
        version = (await self.curriculum(visitor))["version"]
        return data(await self.move(visitor, topic, month, after, version))

    async def add(self, visitor: Visitor, name: str, month: str, after: str | None) -> Any:
        """Adds a topic of the centre's own; the curriculum after it."""
        added = data(
            await visitor.post(
                "/curriculum",
                {
                    "studyMonthId": self.months[month],
                    "name": name,
                    "afterId": self.topics[after] if after else None,
                },
            )
        )
        self.topics[name] = added["id"]
        return added["curriculum"]

    async def a_group(self, branch: Branch | None = None, lessons: int = 0, first: date = FIRST) -> Class:
        """A group of the course with so many weekly lessons."""
        group = a_class_of(2).in_branch(branch or a_branch()).of_course(self.course).taught_by(a_teacher())
        await self.console.store(group)
        for week in range(lessons):
            assert group.teacher
            await self.console.sql.execute(
                """insert into lessons (group_id, teacher_id, date, begin_time, end_time)
                values ($1, $2, $3, '14:00', '16:00')""",
                *(group.id, group.teacher.id, first + timedelta(weeks=week)),
            )
        return group


class OnDatabase(Protocol):
    """A console, or a centre without one."""

    url: str


async def meanwhile(console: OnDatabase, sql: str, *arguments: Any, call: Coroutine[Any, Any, Any]) -> Any:
    """Answers a call that waits for somebody else's transaction until that commits."""
    other = await asyncpg.connect(**asyncpg_arguments(console.url))
    try:
        async with other.transaction():
            await other.execute(sql, *arguments)
            answering = asyncio.create_task(call)
            while not answering.done() and not await other.fetchval(HELD_UP):  # noqa: ASYNC110  the server tells nobody of it
                await asyncio.sleep(0.01)
        return await answering
    finally:
        await other.close()


def order(curriculum: Any) -> list[list[str]]:
    """The names of the topics by month."""
    return [[topic["name"] for topic in month["topics"]] for month in curriculum["months"]]


def topic_of(curriculum: Any, name: str) -> Any:
    """The topic of this name."""
    return next(topic for month in curriculum["months"] for topic in month["topics"] if topic["name"] == name)
