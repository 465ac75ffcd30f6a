"""A class that another teacher takes over, and acts on its work."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from adapters.postgres.core.counters.counters_sql import SUMS
from application.homework.statistics.ports import CounterDifference
from domain.homework.check_times import LIMITS, median_of
from tests.benchmarks.statistics.figures import Cell, Key, cells_of, exact_median, read_work
from tests.http.homework.giving_scenario import GIVE
from tests.support.builders import Account, Class, Student, Teacher, a_branch, a_class_of, a_teacher, a_user_with
from tests.support.console import Console, Visitor
from tests.support.groups import ZONE

RIGHTS = {
    "all_groups:all_homeworks": GIVE,
    "all_groups:check_homeworks": ["read", "update"],
    "all_groups:attendance": ["read", "update"],
}
# the last days of a month, so that periods of both months are counted
BEGIN = date(2026, 11, 26)
LESSONS = 6
CLAIM, RELEASE, GIVE_BACK, EXCLUDE = 4, 1, 5, 6


@dataclass
class Term:
    """A class with a lesson each second day; another teacher takes it over on the way."""

    console: Console
    group: Class
    account: Account
    teachers: tuple[Teacher, Teacher]
    lessons: list[int] = field(default_factory=list)
    homework: list[int] = field(default_factory=list)
    staff: Visitor | None = None
    students: dict[int | None, Visitor] = field(default_factory=dict)

    @classmethod
    async def of(cls, console: Console) -> "Term":
        """Stores the class and its lessons; it is the first lesson's morning."""
        branch = a_branch()
        account = a_user_with(RIGHTS).of(branch)
        one, two = a_teacher(), a_teacher()
        group = a_class_of(3).in_branch(branch).taught_by(one)
        await console.store(group, two, account)
        stage = cls(console, group, account, (one, two))
        console.clock.stand_at(datetime(2026, 11, 26, 4, tzinfo=UTC))
        added = """insert into lessons (group_id, teacher_id, date, begin_time, end_time)
            values ($1, $2, $3, '09:00', '11:00') returning id"""
        for number in range(LESSONS):
            day = BEGIN + timedelta(days=2 * number)
            stage.lessons.append(await console.sql.fetchval(added, group.id, one.id, day))
        return stage

    async def office(self) -> Visitor:
        """The office's browser; signed in anew once the clock was moved."""
        self.staff = self.staff or await self.console.sign_in(self.account)
        return self.staff

    async def student(self, student: Student) -> Visitor:
        """The application of a student; likewise."""
        if student.id not in self.students:
            self.students[student.id] = await self.console.sign_in_student(student)
        return self.students[student.id]

    async def wait(self, by: timedelta) -> None:
        """Moves the clock; sessions of before have ended."""
        self.console.clock.stand_at(self.console.clock.now() + by)
        self.staff = None
        self.students.clear()

    async def counters(self) -> dict[Key, dict[str, Any]]:
        """The counters of the days, without those that are zero.

        Those of months are checked on the way.
        """
        sql = "select * from homework_counters where group_id = $1"
        rows = await self.console.sql.fetch(sql, self.group.id)
        days = [row for row in rows if row["span"] == 1]
        for month in (row for row in rows if row["span"] == 2):
            of_month = [
                row
                for row in days
                if row["day"].replace(day=1) == month["day"] and row["teacher_id"] == month["teacher_id"]
            ]
            summed = {name: sum(int(row[name]) for row in of_month) for name in SUMS}
            assert summed == {name: int(month[name]) for name in SUMS}
            longest = [row["worst_seconds"] for row in of_month if row["worst_seconds"] is not None]
            assert month["worst_seconds"] == max(longest, default=None)
        return {(row["day"], row["group_id"], row["teacher_id"]): dict(row) for row in days if _anything(row)}

    async def check(self) -> None:
        """Counters, a recount and the independent computation are equal."""
        counters, cells = await self.counters(), await self.cells()
        assert counters.keys() == cells.keys()
        for key, cell in cells.items():
            _equal(counters[key], cell)
        assert await self.recount() == []

    async def recount(self) -> list[CounterDifference]:
        """Counts every day anew; what differed of this group."""
        different = await self.console.count_homework()
        return [one for one in different if one.group_id == self.group.id]

    async def cells(self) -> dict[Key, Cell]:
        """The figures computed from the stored work."""
        return cells_of(await read_work(self.console.sql, [self.group.id or 0]), ZONE)


async def work_of(term: Term, homework: int, student: int) -> Any:
    """The stored submission of a student."""
    sql = "select * from submissions where homework_id = $1 and student_id = $2"
    return await term.console.sql.fetchrow(sql, term.homework[homework], term.group.students[student].id)


def _anything(row: Any) -> bool:
    return any(row[name] for name in SUMS)


def _equal(row: dict[str, Any], cell: Cell) -> None:
    assert {name: row[name] for name in SUMS if name != "digest" and row[name]} == dict(+cell.counts)
    assert row["worst_seconds"] == max(cell.times, default=None)
    places: dict[int, int] = {}
    for seconds in cell.times:
        place = sum(limit <= seconds for limit in LIMITS)
        places[place] = places.get(place, 0) + 1
    assert int(row["digest"]) == sum(times * 10 ** (8 * place) for place, times in places.items())
    median = median_of(int(row["digest"]))
    exact = exact_median(cell.times)
    assert (median is None) == (exact is None)
    if median is not None and exact is not None:
        # times under a minute share a place
        assert abs(median - exact) <= 0.05 * exact + 30


# an act takes the stage and three numbers to choose by
Act = Callable[[Term, int, int, int], Awaitable[Any]]


async def give(term: Term, lesson: int, *_: int) -> None:
    """Gives homework of a lesson."""
    body = {"lessonId": term.lessons[lesson % LESSONS], "description": "12-mashq", "deadline": 24}
    answer = await (await term.office()).post("/homework/for-admin", body)
    if answer.is_success:
        term.homework.append(answer.json()["data"]["homework"]["id"])


async def delete(term: Term, homework: int, *_: int) -> None:
    """Deletes homework with the work for it."""
    if term.homework:
        id = term.homework[homework % len(term.homework)]
        if (await (await term.office()).delete(f"/homework/for-admin/{id}?confirmed=true")).is_success:
            term.homework.remove(id)


async def hand_in(term: Term, homework: int, student: int, _: int) -> None:
    """A student hands in."""
    if term.homework:
        visitor = await term.student(term.group.students[student % 3])
        await visitor.post(f"/homework/{term.homework[homework % len(term.homework)]}/submissions", {"text": "javob"})


async def withdraw(term: Term, homework: int, student: int, _: int) -> None:
    """A student withdraws the newest hand-in."""
    if term.homework:
        work = await work_of(term, homework % len(term.homework), student % 3)
        newest = "select id from attempts where submission_id = $1 order by number desc limit 1"
        attempt = work and await term.console.sql.fetchval(newest, work["id"])
        if attempt:
            visitor = await term.student(term.group.students[student % 3])
            await visitor.delete(f"/homework/{work['homework_id']}/submissions/{attempt}")


def changed(result: int) -> Act:
    """The office claims, releases, gives back or excludes a work."""

    async def act(term: Term, homework: int, student: int, _: int) -> None:
        work = await work_of(term, homework % len(term.homework), student % 3) if term.homework else None
        if work:
            submissions = [{"id": work["id"], "version": work["version"]}]
            form = {"submissions": submissions, "result": result, "message": "to'ldiring"}
            await (await term.office()).put("/homework-chat/submissions", form)

    return act


async def score(term: Term, homework: int, student: int, score: int) -> None:
    """The office scores a work."""
    work = await work_of(term, homework % len(term.homework), student % 3) if term.homework else None
    if work:
        body = {"submissionId": work["id"], "version": work["version"], "score": score}
        await (await term.office()).post("/homework-chat/check-student-homework-for-admin", body)


async def undo(term: Term, homework: int, student: int, _: int) -> None:
    """The office undoes the check in force."""
    work = await work_of(term, homework % len(term.homework), student % 3) if term.homework else None
    if work and work["check_id"]:
        body = {"checkId": work["check_id"], "version": work["version"]}
        await (await term.office()).post(f"/homework-chat/{work['id']}/undo", body)


async def mark(term: Term, lesson: int, student: int, number: int) -> None:
    """The office saves the sheet of a lesson: a mark, no class, or class after all."""
    office = await term.office()
    sheet = (await office.data("/attendance/for-admin/sheet", lessonId=term.lessons[lesson % LESSONS]))["sheet"]
    no_class = {0: "bayram", 1: ""}.get(number % 4)
    entries = [] if no_class else [{"studentId": term.group.students[student % 3].id, "mark": 1, "reason": None}]
    body = {"lessonId": term.lessons[lesson % LESSONS], "version": sheet["lesson"]["version"], "entries": entries}
    await office.put("/attendance/save-for-admin", body | ({} if no_class is None else {"noClassReason": no_class}))


async def remind(term: Term, homework: int, *_: int) -> None:
    """The office reminds of homework."""
    if term.homework:
        body = {"groupId": term.group.id, "homeworkIds": [term.homework[homework % len(term.homework)]]}
        await (await term.office()).post("/homework-statistics/remind", body)


async def take_over(term: Term, to: int, *_: int) -> None:
    """As the generation of lessons does: those to come without marks and homework."""
    today = term.console.clock.now().astimezone(ZONE).date()
    await term.console.sql.execute(
        "update lessons l set teacher_id = $2 where group_id = $1 and date > $3 and marked_at is null"
        " and not exists (select from homeworks h where h.lesson_id = l.id)",
        *(term.group.id, term.teachers[to % 2].id, today),
    )


async def wait(term: Term, hours: int, *_: int) -> None:
    """Time passes."""
    await term.wait((timedelta(seconds=5), timedelta(minutes=11), timedelta(hours=9), timedelta(days=2))[hours % 4])


ACTS: Sequence[Act] = (
    *(give, give, hand_in, hand_in, hand_in, withdraw, changed(CLAIM), changed(RELEASE), changed(GIVE_BACK)),
    *(changed(EXCLUDE), score, score, score, undo, delete, mark, mark, remind, take_over, wait, wait),
)
