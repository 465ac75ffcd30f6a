"""A class with homework, its teacher and the office, for tests of checking."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from tests.http.gamification.earning import seed
from tests.support.builders import Account, Branch, Class, Student, a_branch, a_class_of, a_teacher, a_user_with
from tests.support.console import Console, Visitor
from tests.support.homework import Homework, Work, a_homework_of
from tests.support.lessons import a_lesson_of

CHECKS = {"my_groups:check_homeworks": ["read", "update"]}
OFFICE = {"all_groups:check_homeworks": ["read", "update"]}
WAITING, REJECTED, ACCEPTED, CHECKING, UNCOMPLETED, NOT_GIVEN = 1, 2, 3, 4, 5, 6
# a Monday
DAY = date(2026, 11, 16)


@dataclass
class CheckingScenario:
    """A class of students; the clock stands in the morning after the lesson."""

    console: Console
    branch: Branch
    account: Account
    group: Class
    homework: Homework

    @classmethod
    async def of(cls, console: Console, size: int = 3) -> "CheckingScenario":
        """Stores the class with one homework and the rules of earning."""
        console.clock.stand_at(datetime(2026, 11, 16, 2, tzinfo=UTC))
        await seed(console)
        branch = a_branch()
        account = a_user_with(CHECKS).of(branch)
        group = a_class_of(size).in_branch(branch).taught_by(a_teacher().with_account(account))
        homework = a_homework_of(a_lesson_of(group, DAY))
        await console.store(homework)
        stage = cls(console, branch, account, group, homework)
        stage.at(homework.deadline - timedelta(hours=2))
        return stage

    def at(self, now: datetime) -> None:
        """Sets the clock."""
        self.console.clock.stand_at(now)

    @property
    def students(self) -> list[Student]:
        """In the order in which the class was created."""
        return self.group.students

    async def work_of(self, student: Student, *texts: str, late: bool = False) -> Work:
        """The stored work of a student, handed in with these texts."""
        work = self.homework.work_of(student).handed_in(*texts, late=late)
        await self.console.store(work)
        return work

    async def teacher(self) -> Visitor:
        """The teacher's browser, newly signed in."""
        return await self.console.sign_in(self.account)

    async def colleague(self) -> Visitor:
        """Another checker of the branch."""
        return await self.console.sign_in(a_user_with(OFFICE).of(self.branch))

    async def chat(self, visitor: Visitor, work: Work) -> dict[str, Any]:
        """The work as the visitor sees it."""
        return dict(await visitor.data(f"/homework-chat/{work.id}"))


async def check(visitor: Visitor, work: Work, score: int, version: int = 1, **more: Any) -> Any:
    """The response to a check as the teacher of the group."""
    body = {"submissionId": work.id, "version": version, "score": score, **more}
    return await visitor.post("/homework-chat/check-student-homework-for-academic", body)


async def change(visitor: Visitor, result: int, *works: Work, version: int = 1, **more: Any) -> list[dict[str, Any]]:
    """The outcomes of claiming, releasing, giving back or excluding."""
    submissions = [{"id": work.id, "version": version} for work in works]
    answer = await visitor.put("/homework-chat/submissions", {"submissions": submissions, "result": result, **more})
    assert answer.status_code == 200, answer.text
    return list(answer.json()["data"]["submissions"])
