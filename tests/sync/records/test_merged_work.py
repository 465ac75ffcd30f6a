"""Work and earnings of merged students (protocols §6.6, D-30, D-48)."""

from datetime import UTC, datetime, timedelta

import pytest

from application.actor import Actor
from contracts.sync.school_records import Feed
from tests.sync.centre import Centre
from tests.sync.school_records import a_school

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
SUBMISSION = """
insert into submissions (homework_id, exam_id, group_id, student_id, status, due_at, score)
values ($1, $2, $3, $4, 3, $5, 90) returning id
"""
ENTRY = """
insert into ledger_entries (student_id, kind, cause_kind, cause_source, in_force, xp, silver, level, xp_proportion,
    reason, details, at, xp_after, silver_after)
values ($1, 'award', $2, $3, true, $4::int, $4::int, 1, 100, '', '{}', $5, $4::int, $4::int)
"""


class _Work:
    """Two students of a class with homework, an exam and earnings."""

    def __init__(self, centre: Centre) -> None:
        self.centre, self.one, self.two = centre, 0, 0

    async def store(self, *, both: bool = True) -> None:
        """Stores it: the first has homework, ``both`` worked on the same exam."""
        value = self.centre.value
        self.one, self.two = [await value("select id from students where h_id = $1", id) for id in ("s1", "s2")]
        group = await value("select id from groups where h_id = 'g1'")
        lesson = await value(
            "insert into lessons (group_id, teacher_id, date, begin_time, end_time)"
            " select $1, min(id), '2026-11-16', '14:00', '16:00' from teachers returning id",
            group,
        )
        homework = await value(
            "insert into homeworks (group_id, lesson_id, description, source, hours, given_at, deadline)"
            " values ($1, $2, 'x', 2, 24, $3, $3) returning id",
            group, lesson, NOW,
        )  # fmt: skip
        exam = await value(
            "insert into exams (public_id, group_id, description, begins_at, deadline)"
            " values ('p', $1, 'x', $2, $3) returning id",
            group, NOW, NOW + timedelta(hours=1),
        )  # fmt: skip
        self.homework = await value(SUBMISSION, homework, None, group, self.one, NOW)
        workers = (self.one, self.two) if both else (self.one,)
        self.exams = [await value(SUBMISSION, None, exam, group, id, NOW) for id in workers]
        message = "insert into submission_messages (submission_id, student_id, text, sent_at) values ($1, $2, 'x', $3)"
        await self.centre.sql.execute(message, self.homework, self.one, NOW)
        await self.centre.sql.execute(message, self.exams[0], self.one, NOW)
        for id, kind, source, xp in (
            (self.one, "homework", self.homework, 300),
            (self.one, "exam_pass", exam, 40),
            (self.two, "exam_pass", exam, 400),
            (self.one, "by_hand", 7, 5),
        ):
            if id in workers:
                await self.centre.sql.execute(ENTRY, id, kind, str(source), xp, NOW)
        for id, xp in ((self.one, 345), (self.two, 400 if both else 0)):
            await self.centre.sql.execute("insert into balances (student_id, xp, silver) values ($1, $2, $2)", id, xp)

    async def whose(self) -> dict[str, list[int]]:
        """The students of submissions, messages and entries."""
        found = {}
        for table in ("submissions", "submission_messages", "ledger_entries"):
            found[table] = [row[0] for row in await self.centre.rows(f"select student_id from {table} order by id")]
        return found

    async def balances(self) -> list[tuple[int, int]]:
        """XP and silver of both."""
        sql = "select xp, silver from balances where student_id in ($1, $2) order by student_id = $2"
        return [(row["xp"], row["silver"]) for row in await self.centre.sql.fetch(sql, self.one, self.two)]


async def test_work_and_earnings_go_to_the_successor_and_return(centre: Centre, person: Actor) -> None:
    """D-30: balances are the sums; of the same exam each keeps the own work and award."""
    school = a_school()
    await centre.synchronise(school)
    work = _Work(centre)
    await work.store()
    before, one, two = await work.whose(), work.one, work.two
    school.remove(Feed.STUDENTS, "s1", merged_into="s2")
    run = await centre.synchronise(school)
    assert run["status"] == "done"
    assert await work.whose() == {
        "submissions": [two, one, two],
        "submission_messages": [two, one],
        "ledger_entries": [two, one, two, two],
    }
    assert await work.balances() == [(40, 40), (705, 705)]
    assert (await centre.revert(run["id"], person))["status"] == "done"
    assert await work.whose() == before
    assert await work.balances() == [(345, 345), (400, 400)]


UNTOUCHED = """
insert into submissions (homework_id, exam_id, group_id, student_id, status, due_at, result)
select homework_id, exam_id, group_id, $2, 5, $3, case when exam_id is not null then 3 end
from submissions where id = $1 returning id
"""


async def _whose(centre: Centre, *ids: int) -> list[int]:
    return [await centre.value("select student_id from submissions where id = $1", id) for id in ids]


async def test_work_wins_over_an_untouched_row_of_the_successor(centre: Centre, person: Actor) -> None:
    """D-48, D-30: of homework and of an exam, with chat and entries.

    A revert exchanges them again.
    """
    school = a_school()
    await centre.synchronise(school)
    work = _Work(centre)
    await work.store(both=False)
    one, two, (exam,) = work.one, work.two, work.exams
    due = NOW + timedelta(hours=30)
    untouched = [await centre.value(UNTOUCHED, id, two, due) for id in (work.homework, exam)]
    rows = [await centre.sql.fetchrow("select * from submissions where id = $1", id) for id in untouched]
    school.remove(Feed.STUDENTS, "s1", merged_into="s2")
    run = await centre.synchronise(school)
    assert run["status"] == "done"
    assert await _whose(centre, work.homework, exam, *untouched) == [two, two, one, one]
    assert (await work.whose())["submission_messages"] == [two, two]
    assert set((await work.whose())["ledger_entries"]) == {two}
    assert await work.balances() == [(0, 0), (345, 345)]
    assert (await centre.revert(run["id"], person))["status"] == "done"
    assert await _whose(centre, work.homework, exam, *untouched) == [one, one, two, two]
    assert [await centre.sql.fetchrow("select * from submissions where id = $1", id) for id in untouched] == rows
    assert await work.balances() == [(345, 345), (0, 0)]


@pytest.mark.parametrize(
    "touch",
    [
        "update submissions set attempts = 1, status = 1 where id = $1",
        "update submissions set score = 0, status = 2 where id = $1",
        "insert into submission_messages (submission_id, student_id, text, sent_at)"
        " select id, student_id, 'x', now() from submissions where id = $1",
    ],
)
async def test_of_two_worked_rows_each_student_keeps_the_own(centre: Centre, touch: str) -> None:
    """D-48: a hand-in, a score or a question is work."""
    school = a_school()
    await centre.synchronise(school)
    work = _Work(centre)
    await work.store()
    own = await centre.value(UNTOUCHED, work.homework, work.two, NOW)
    await centre.sql.execute(touch, own)
    school.remove(Feed.STUDENTS, "s1", merged_into="s2")
    assert (await centre.synchronise(school))["status"] == "done"
    assert await _whose(centre, work.homework, own) == [work.one, work.two]


async def test_an_untouched_row_of_the_merged_student_does_not_replace_one(centre: Centre) -> None:
    """D-48: without work each keeps the own row."""
    school = a_school()
    await centre.synchronise(school)
    work = _Work(centre)
    await work.store()
    own = await centre.value(UNTOUCHED, work.homework, work.two, NOW)
    school.remove(Feed.STUDENTS, "s2", merged_into="s1")
    assert (await centre.synchronise(school))["status"] == "done"
    assert await _whose(centre, work.homework, own) == [work.one, work.two]


async def test_work_stays_where_the_merged_student_has_worked_since(centre: Centre, person: Actor) -> None:
    """D-48: a revert loses no row that was touched after the merge."""
    school = a_school()
    await centre.synchronise(school)
    work = _Work(centre)
    await work.store()
    own = await centre.value(UNTOUCHED, work.homework, work.two, NOW)
    school.remove(Feed.STUDENTS, "s1", merged_into="s2")
    run = await centre.synchronise(school)
    await centre.sql.execute("update submissions set attempts = 1, status = 1 where id = $1", own)
    assert (await centre.revert(run["id"], person))["status"] == "done"
    assert await _whose(centre, work.homework, own) == [work.two, work.one]


async def test_entries_are_held_outside_of_a_merge(centre: Centre) -> None:
    """D-30: the ledger stays append-only."""
    await centre.synchronise(a_school())
    work = _Work(centre)
    await work.store()
    with pytest.raises(Exception, match="append-only"):
        await centre.sql.execute("update ledger_entries set student_id = $1", work.two)


@pytest.fixture
async def person(centre: Centre) -> Actor:
    """The member of staff who reverts a run."""
    return await centre.a_person()
