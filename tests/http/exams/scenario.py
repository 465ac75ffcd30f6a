"""A group with an exam, its teacher and the office."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.http.gamification.earning import seed
from tests.support.builders import Account, Branch, Class, Student, a_branch, a_class_of, a_teacher, a_user_with
from tests.support.console import Console, Visitor

ALL = ["read", "create", "update", "delete"]
TEACHES = {"my_groups:exam": ALL, "my_groups:exam_chats": ["read", "update"]}
OFFICE = {"all_groups:exam": ALL, "all_groups:exam_chats": ["read", "update"]}
READS = {"all_groups:exam": ["read"], "all_groups:exam_chats": ["read"]}
WAITING, REJECTED, ACCEPTED, CHECKING, UNCOMPLETED = 1, 2, 3, 4, 5
FAILED, PASSED, ABSENT, FAILED_EXAM = 1, 2, 3, 4
BEGIN = datetime(2026, 11, 16, 4, tzinfo=UTC)
DEADLINE = BEGIN + timedelta(hours=3)


@dataclass
class ExamScenario:
    """A class with an exam; the clock stands before it begins."""

    console: Console
    branch: Branch
    account: Account
    group: Class
    month_id: int
    exam: dict[str, Any]

    @classmethod
    async def of(cls, console: Console, size: int = 3) -> "ExamScenario":
        """Stores the class, and adds an exam through the API."""
        console.clock.stand_at(BEGIN - timedelta(hours=2))
        await seed(console)
        branch = a_branch()
        account = a_user_with(TEACHES).of(branch)
        group = a_class_of(size).in_branch(branch).taught_by(a_teacher().with_account(account))
        await console.store(group)
        month = (
            "insert into study_months (course_id, number, name) select course_id, 1, '1-oy' from groups where id = $1"
        )
        month_id = await console.sql.fetchval(f"{month} returning id", group.id)
        stage = cls(console, branch, account, group, month_id, {})
        teacher = await stage.teacher()
        answer = await teacher.post("/exams", stage.form())
        assert answer.status_code == 201, answer.text
        stage.exam = answer.json()["data"]
        return stage

    def form(self, **more: Any) -> dict[str, Any]:
        """The form of an exam."""
        return {
            "groupId": self.group.id,
            "studyMonthIds": [self.month_id],
            "description": "Loyihani topshiring",
            "beginsAt": BEGIN.isoformat(),
            "deadline": DEADLINE.isoformat(),
        } | more

    @property
    def path(self) -> str:
        """The path of the exam."""
        return f"/exams/{self.exam['id']}"

    @property
    def students(self) -> list[Student]:
        """In the order in which the class was created."""
        return self.group.students

    def at(self, now: datetime) -> None:
        """Sets the clock."""
        self.console.clock.stand_at(now)

    async def teacher(self) -> Visitor:
        """The teacher's browser, newly signed in."""
        return await self.console.sign_in(self.account)

    async def visitor(self, keys: dict[str, list[str]], branch: Branch | None = None) -> Visitor:
        """A browser of a user with these permissions."""
        return await self.console.sign_in(a_user_with(keys).of(branch or self.branch))

    async def work_of(self, student: Student) -> int:
        """The id of a participant's work."""
        found = "select id from submissions where exam_id = $1 and student_id = $2"
        return int(await self.console.sql.fetchval(found, self.exam["id"], student.id))

    async def hand_in(self, *students: Student) -> None:
        """Hands in work of these students, as the students' application does."""
        for student in students:
            id = await self.work_of(student)
            await self.console.sql.execute(
                "update submissions set status = 1, attempts = 1, handed_in_at = $2, version = version + 1"
                " where id = $1",
                id,
                BEGIN,
            )
            await self.console.sql.execute(
                "insert into attempts (submission_id, number, text, handed_in_at, is_late)"
                " values ($1, 1, 'ish', $2, false)",
                id,
                BEGIN,
            )

    async def chat(self, visitor: Visitor, student: Student) -> dict[str, Any]:
        """The work of a student as the visitor sees it."""
        return dict(await visitor.data(f"{self.path}/chats/{await self.work_of(student)}"))

    async def check(self, visitor: Visitor, student: Student, score: int | None = None, **more: Any) -> Any:
        """The response to a check."""
        chat = await self.chat(visitor, student)
        body = {"resultId": chat["id"], "version": chat["version"], **more}
        return await visitor.post(f"{self.path}/check", body if score is None else body | {"score": score})

    async def announce(self, visitor: Visitor) -> Any:
        """The response to announcing the exam as it is now."""
        version = (await visitor.data(self.path))["exam"]["version"]
        return await visitor.post(f"{self.path}/announce", {"version": version})

    async def announced_to(self) -> list[list[int]]:
        """The students of each event about announced results."""
        rows = await self.console.sql.fetch("select payload from outbox where topic = 'ExamAnnounced' order by id")
        return [list(json.loads(row["payload"])["studentIds"]) for row in rows]
