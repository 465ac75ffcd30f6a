"""The counters of homework equal the work itself, whatever was done to it (D-106)."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from adapters.postgres.core.homework_counters_sql import SUMS
from application.actor import system
from application.homework.statistics.recount import recount_period
from domain.homework.check_times import LIMITS, median_of
from tests.http.gamification.earning import seed
from tests.http.homework.giving_scenario import GIVE
from tests.support.builders import Account, Class, Student, Teacher, a_branch, a_class_of, a_teacher, a_user_with
from tests.support.console import Console, Visitor
from tests.support.groups import ZONE
from tests.support.homework_figures import Cell, Key, cells_of, exact_median, read_work

RIGHTS = {
    "all_groups:all_homeworks": GIVE,
    "all_groups:check_homeworks": ["read", "update"],
    "all_groups:attendance": ["read", "update"],
}
# the last days of a month, so that periods of both months are counted
BEGIN = date(2026, 11, 26)
LESSONS = 6
ALL_DAYS = (date(2026, 1, 1), date(2027, 12, 31))
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
    students: dict[int, Visitor] = field(default_factory=dict)

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

    async def work(self, homework: int, student: int) -> Any:
        """The stored submission of a student."""
        sql = "select * from submissions where homework_id = $1 and student_id = $2"
        return await self.console.sql.fetchrow(sql, self.homework[homework], self.group.students[student].id)

    async def counters(self) -> dict[Key, dict[str, Any]]:
        """The counters of the days, without those that are zero; those of months are checked on the way."""
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
        container = self.console.container
        different = await recount_period(
            *ALL_DAYS, actor=system(), uow=container.uow(), counters=container.counters(), clock=self.console.clock
        )
        assert [one for one in different if one.group_id == self.group.id] == []

    async def cells(self) -> dict[Key, Cell]:
        """The figures computed from the stored work."""
        cells = cells_of(await read_work(self.console.sql), ZONE)
        return {key: cell for key, cell in cells.items() if key[1] == self.group.id}


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


async def _give(term: Term, lesson: int, *_: int) -> None:
    body = {"lessonId": term.lessons[lesson % LESSONS], "description": "12-mashq", "deadline": 24}
    answer = await (await term.office()).post("/homework/for-admin", body)
    if answer.is_success:
        term.homework.append(answer.json()["data"]["homework"]["id"])


async def _delete(term: Term, homework: int, *_: int) -> None:
    if term.homework:
        id = term.homework[homework % len(term.homework)]
        if (await (await term.office()).delete(f"/homework/for-admin/{id}?confirmed=true")).is_success:
            term.homework.remove(id)


async def _hand_in(term: Term, homework: int, student: int, _: int) -> None:
    if term.homework:
        visitor = await term.student(term.group.students[student % 3])
        await visitor.post(f"/homework/{term.homework[homework % len(term.homework)]}/submissions", {"text": "javob"})


async def _withdraw(term: Term, homework: int, student: int, _: int) -> None:
    if term.homework:
        work = await term.work(homework % len(term.homework), student % 3)
        newest = "select id from attempts where submission_id = $1 order by number desc limit 1"
        attempt = work and await term.console.sql.fetchval(newest, work["id"])
        if attempt:
            visitor = await term.student(term.group.students[student % 3])
            await visitor.delete(f"/homework/{work['homework_id']}/submissions/{attempt}")


def _changed(result: int) -> Act:
    async def act(term: Term, homework: int, student: int, _: int) -> None:
        work = await term.work(homework % len(term.homework), student % 3) if term.homework else None
        if work:
            submissions = [{"id": work["id"], "version": work["version"]}]
            form = {"submissions": submissions, "result": result, "message": "to'ldiring"}
            await (await term.office()).put("/homework-chat/submissions", form)

    return act


async def _score(term: Term, homework: int, student: int, score: int) -> None:
    work = await term.work(homework % len(term.homework), student % 3) if term.homework else None
    if work:
        body = {"submissionId": work["id"], "version": work["version"], "score": score}
        await (await term.office()).post("/homework-chat/check-student-homework-for-admin", body)


async def _undo(term: Term, homework: int, student: int, _: int) -> None:
    work = await term.work(homework % len(term.homework), student % 3) if term.homework else None
    if work and work["check_id"]:
        body = {"checkId": work["check_id"], "version": work["version"]}
        await (await term.office()).post(f"/homework-chat/{work['id']}/undo", body)


async def _mark(term: Term, lesson: int, student: int, number: int) -> None:
    office = await term.office()
    sheet = (await office.data("/attendance/for-admin/sheet", lessonId=term.lessons[lesson % LESSONS]))["sheet"]
    no_class = {0: "bayram", 1: ""}.get(number % 4)
    entries = [] if no_class else [{"studentId": term.group.students[student % 3].id, "mark": 1, "reason": None}]
    body = {"lessonId": term.lessons[lesson % LESSONS], "version": sheet["lesson"]["version"], "entries": entries}
    await office.put("/attendance/save-for-admin", body | ({} if no_class is None else {"noClassReason": no_class}))


async def _remind(term: Term, homework: int, *_: int) -> None:
    if term.homework:
        body = {"groupId": term.group.id, "homeworkIds": [term.homework[homework % len(term.homework)]]}
        await (await term.office()).post("/homework-statistics/remind", body)


async def _take_over(term: Term, to: int, *_: int) -> None:
    """As the generation of lessons does: those to come without marks and homework."""
    today = term.console.clock.now().astimezone(ZONE).date()
    await term.console.sql.execute(
        "update lessons l set teacher_id = $2 where group_id = $1 and date > $3 and marked_at is null"
        " and not exists (select from homeworks h where h.lesson_id = l.id)",
        *(term.group.id, term.teachers[to % 2].id, today),
    )


async def _wait(term: Term, hours: int, *_: int) -> None:
    await term.wait((timedelta(seconds=5), timedelta(minutes=11), timedelta(hours=9), timedelta(days=2))[hours % 4])


ACTS: Sequence[Act] = (
    *(_give, _give, _hand_in, _hand_in, _hand_in, _withdraw, _changed(CLAIM), _changed(RELEASE), _changed(GIVE_BACK)),
    *(_changed(EXCLUDE), _score, _score, _score, _undo, _delete, _mark, _mark, _remind, _take_over, _wait, _wait),
)
STEPS = st.tuples(st.sampled_from(ACTS), st.integers(0, 5), st.integers(0, 2), st.integers(0, 100))


@given(steps=st.lists(STEPS, min_size=20, max_size=60))
@settings(
    max_examples=12,
    deadline=None,
    database=None,
    # an example is some seconds long, a shrunk one no easier to read than its acts
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
async def test_counters_equal_the_work_after_any_acts(console: Console, steps: list[tuple[Act, int, int, int]]) -> None:
    """D-106, D-69, D-79, D-81: hand-ins, claims, checks, undone and repeated, given back, deleted, reminded."""
    await seed(console)
    term = await Term.of(console)
    await _give(term, 0)
    for act, *numbers in steps:
        await act(term, *numbers)
    await term.check()


@pytest.fixture
async def term(console: Console) -> Term:
    """A class with homework of its first lesson."""
    await seed(console)
    term = await Term.of(console)
    await _give(term, 0)
    return term


async def test_a_late_second_check_leaves_the_time_of_the_first(term: Term) -> None:
    """D-106: what was checked in nine hours was not checked after two days."""
    await _hand_in(term, 0, 0, 0)
    await term.wait(timedelta(hours=9))
    await _score(term, 0, 0, 40)
    await term.wait(timedelta(days=2))
    await _score(term, 0, 0, 90)
    (row,) = [row for row in (await term.counters()).values() if row["hand_ins"]]
    assert (row["worst_seconds"], row["checked"], row["checks_rejected"], row["checks_score_sum"]) == (32_400, 1, 0, 90)
    await term.check()


async def test_an_undone_check_leaves_no_trace(term: Term) -> None:
    """D-69, D-106: the hand-in waits again, and the longest time is another's."""
    for student in (0, 1):
        await _hand_in(term, 0, student, 0)
    await term.wait(timedelta(hours=1))
    await _score(term, 0, 0, 80)
    before = await term.counters()
    await term.wait(timedelta(hours=5))
    await _score(term, 0, 1, 80)
    assert max(row["worst_seconds"] or 0 for row in (await term.counters()).values()) == 21_600
    await _undo(term, 0, 1, 0)
    assert await term.counters() == before
    await term.check()


async def test_a_replaced_hand_in_is_one(term: Term) -> None:
    """D-81, D-106: the checker saw the newest alone; withdrawn, the one before waits again."""
    await _hand_in(term, 0, 0, 0)
    await term.wait(timedelta(days=1))
    await _hand_in(term, 0, 0, 0)
    days = {day for (day, *_), row in (await term.counters()).items() if row["hand_ins"]}
    assert days == {BEGIN + timedelta(days=1)}
    await _withdraw(term, 0, 0, 0)
    assert {day for (day, *_), row in (await term.counters()).items() if row["hand_ins"]} == {BEGIN}
    await term.check()


async def test_a_hand_in_belongs_to_the_teacher_the_group_has_when_it_comes(term: Term) -> None:
    """D-106: what came before the change stays with the former teacher, and the homework itself too."""
    one, two = (teacher.id for teacher in term.teachers)
    await _hand_in(term, 0, 0, 0)
    await _take_over(term, 1, 0, 0)
    await term.wait(timedelta(days=1))
    await _hand_in(term, 0, 1, 0)
    await _score(term, 0, 0, 90)
    await _score(term, 0, 1, 90)
    handed_in = {teacher: row["hand_ins"] for (*_, teacher), row in (await term.counters()).items() if row["hand_ins"]}
    assert handed_in == {one: 1, two: 1}
    given = {teacher: row["homework"] for (*_, teacher), row in (await term.counters()).items() if row["homework"]}
    assert given == {one: 1}
    checks = {(day, teacher): row["checks"] for (day, _, teacher), row in (await term.counters()).items()}
    tomorrow = BEGIN + timedelta(days=1)
    assert (checks[tomorrow, one], checks[tomorrow, two]) == (1, 1)
    await term.check()


async def test_a_carried_over_result_is_neither_handed_in_nor_checked(term: Term) -> None:
    """D-106: the former course's teacher did that work."""
    await _hand_in(term, 0, 0, 0)
    await _score(term, 0, 0, 90)
    work = await term.work(0, 0)
    await term.console.sql.execute("update submissions set is_carried_over = true where id = $1", work["id"])
    container = term.console.container
    (different,) = [
        one
        for one in await recount_period(
            *ALL_DAYS, actor=system(), uow=container.uow(), counters=container.counters(), clock=term.console.clock
        )
        if one.group_id == term.group.id
    ]
    assert dict(different.missing) == {
        "hand_ins": -1, "checked": -1, "checks_score_sum": -90, "checks": -1, "times": -1,
    }  # fmt: skip
    await term.check()


async def test_a_lesson_is_held_once_it_is_marked_and_took_place(term: Term) -> None:
    """D-106, D-24: no class takes it back; with homework before and after the marks."""

    def lessons(counters: dict[Key, dict[str, Any]]) -> list[int]:
        return [sum(row[name] for row in counters.values()) for name in ("lessons", "lessons_with_homework")]

    assert lessons(await term.counters()) == [0, 0]
    await _mark(term, 0, 0, 2)
    assert lessons(await term.counters()) == [1, 1]
    await _mark(term, 0, 0, 0)
    assert lessons(await term.counters()) == [0, 0]
    await _mark(term, 0, 0, 1)
    await _mark(term, 0, 1, 3)
    assert lessons(await term.counters()) == [1, 1]
    await _delete(term, 0)
    assert lessons(await term.counters()) == [1, 0]
    await _give(term, 0)
    assert lessons(await term.counters()) == [1, 1]
    await term.check()


async def test_two_checkers_of_a_class_count_both_their_checks(term: Term) -> None:
    """D-106: the counters of one day are written by several at once."""
    for student in range(3):
        await _hand_in(term, 0, student, 0)
    office, works = await term.office(), [await term.work(0, student) for student in range(3)]
    bodies = [{"submissionId": one["id"], "version": one["version"], "score": 60} for one in works]
    path = "/homework-chat/check-student-homework-for-admin"
    answers = await asyncio.gather(*(office.post(path, body) for body in bodies))
    assert all(answer.is_success for answer in answers)
    await term.check()
    assert sum(row["checked"] for row in (await term.counters()).values()) == 3


async def test_a_recount_finds_and_corrects_what_differs(term: Term) -> None:
    """D-106: lost, doubled and invented counters, of the days and of the months."""
    for student in range(3):
        await _hand_in(term, 0, student, 0)
    await _score(term, 0, 0, 70)
    sql, group = term.console.sql, term.group.id
    await sql.execute("update homework_counters set hand_ins = 9 where group_id = $1 and hand_ins > 0", group)
    await sql.execute("update homework_counters set worst_seconds = 99 where group_id = $1 and span = 1", group)
    invented = """insert into homework_counters (span, day, group_id, teacher_id, reminders)
        values (1, $1, $2, $3, 5)"""
    await sql.execute(invented, BEGIN + timedelta(days=3), group, term.teachers[1].id)
    container = term.console.container
    different = await recount_period(
        *ALL_DAYS, actor=system(), uow=container.uow(), counters=container.counters(), clock=term.console.clock
    )
    ours = [dict(one.missing) for one in different if one.group_id == group]
    assert len(ours) == 2
    assert {"reminders": -5} in ours
    assert any(one.get("hand_ins") == -6 for one in ours)
    await term.check()
