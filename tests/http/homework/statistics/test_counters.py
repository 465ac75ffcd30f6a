"""The counters of homework equal the work itself, whatever was done to it (D-106)."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.benchmarks.statistics.figures import Key
from tests.http.gamification.earning import seed
from tests.http.homework.statistics.term import (
    ACTS,
    BEGIN,
    Act,
    Term,
    delete,
    give,
    hand_in,
    mark,
    score,
    take_over,
    undo,
    withdraw,
    work_of,
)
from tests.support.console import Console

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
    """D-106, D-69, D-79, D-81.

    Hand-ins, claims, checks, undone and repeated, given back, deleted, reminded.
    """
    await seed(console)
    term = await Term.of(console)
    await give(term, 0)
    for act, *numbers in steps:
        await act(term, *numbers)
    await term.check()


@pytest.fixture
async def term(console: Console) -> Term:
    """A class with homework of its first lesson."""
    await seed(console)
    term = await Term.of(console)
    await give(term, 0)
    return term


async def test_a_late_second_check_leaves_the_time_of_the_first(term: Term) -> None:
    """D-106: what was checked in nine hours was not checked after two days."""
    await hand_in(term, 0, 0, 0)
    await term.wait(timedelta(hours=9))
    await score(term, 0, 0, 40)
    await term.wait(timedelta(days=2))
    await score(term, 0, 0, 90)
    (row,) = [row for row in (await term.counters()).values() if row["hand_ins"]]
    assert (row["worst_seconds"], row["checked"], row["checks_rejected"], row["checks_score_sum"]) == (32_400, 1, 0, 90)
    await term.check()


async def test_an_undone_check_leaves_no_trace(term: Term) -> None:
    """D-69, D-106: the hand-in waits again, and the longest time is another's."""
    for student in (0, 1):
        await hand_in(term, 0, student, 0)
    await term.wait(timedelta(hours=1))
    await score(term, 0, 0, 80)
    before = await term.counters()
    await term.wait(timedelta(hours=5))
    await score(term, 0, 1, 80)
    assert max(row["worst_seconds"] or 0 for row in (await term.counters()).values()) == 21_600
    await undo(term, 0, 1, 0)
    assert await term.counters() == before
    await term.check()


async def test_a_replaced_hand_in_is_one(term: Term) -> None:
    """D-81, D-106: the newest counts; withdrawn, the one before waits again."""
    await hand_in(term, 0, 0, 0)
    await term.wait(timedelta(days=1))
    await hand_in(term, 0, 0, 0)
    days = {day for (day, *_), row in (await term.counters()).items() if row["hand_ins"]}
    assert days == {BEGIN + timedelta(days=1)}
    await withdraw(term, 0, 0, 0)
    assert {day for (day, *_), row in (await term.counters()).items() if row["hand_ins"]} == {BEGIN}
    await term.check()


async def test_a_hand_in_belongs_to_the_teacher_the_group_has_when_it_comes(term: Term) -> None:
    """D-106: what came before stays with the former teacher, as the homework."""
    one, two = (teacher.id for teacher in term.teachers)
    await hand_in(term, 0, 0, 0)
    await take_over(term, 1, 0, 0)
    await term.wait(timedelta(days=1))
    await hand_in(term, 0, 1, 0)
    await score(term, 0, 0, 90)
    await score(term, 0, 1, 90)
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
    await hand_in(term, 0, 0, 0)
    await score(term, 0, 0, 90)
    work = await work_of(term, 0, 0)
    await term.console.sql.execute("update submissions set is_carried_over = true where id = $1", work["id"])
    (different,) = await term.recount()
    assert dict(different.missing) == {
        "hand_ins": -1, "checked": -1, "checks_score_sum": -90, "checks": -1, "times": -1,
    }  # fmt: skip
    await term.check()


async def test_a_lesson_is_held_once_it_is_marked_and_took_place(term: Term) -> None:
    """D-106, D-24: no class takes it back; with homework before and after the marks."""

    def lessons(counters: dict[Key, dict[str, Any]]) -> list[int]:
        return [sum(row[name] for row in counters.values()) for name in ("lessons", "lessons_with_homework")]

    assert lessons(await term.counters()) == [0, 0]
    await mark(term, 0, 0, 2)
    assert lessons(await term.counters()) == [1, 1]
    await mark(term, 0, 0, 0)
    assert lessons(await term.counters()) == [0, 0]
    await mark(term, 0, 0, 1)
    await mark(term, 0, 1, 3)
    assert lessons(await term.counters()) == [1, 1]
    await delete(term, 0)
    assert lessons(await term.counters()) == [1, 0]
    await give(term, 0)
    assert lessons(await term.counters()) == [1, 1]
    await term.check()


async def test_two_checkers_of_a_class_count_both_their_checks(term: Term) -> None:
    """D-106: the counters of one day are written by several at once."""
    for student in range(3):
        await hand_in(term, 0, student, 0)
    office, works = await term.office(), [await work_of(term, 0, student) for student in range(3)]
    bodies = [{"submissionId": one["id"], "version": one["version"], "score": 60} for one in works]
    path = "/homework-chat/check-student-homework-for-admin"
    answers = await asyncio.gather(*(office.post(path, body) for body in bodies))
    assert all(answer.is_success for answer in answers)
    await term.check()
    assert sum(row["checked"] for row in (await term.counters()).values()) == 3


async def test_a_recount_finds_and_corrects_what_differs(term: Term) -> None:
    """D-106: lost, doubled and invented counters, of the days and of the months."""
    for student in range(3):
        await hand_in(term, 0, student, 0)
    await score(term, 0, 0, 70)
    sql, group = term.console.sql, term.group.id
    await sql.execute("update homework_counters set hand_ins = 9 where group_id = $1 and hand_ins > 0", group)
    await sql.execute("update homework_counters set worst_seconds = 99 where group_id = $1 and span = 1", group)
    invented = """insert into homework_counters (span, day, group_id, teacher_id, reminders)
        values (1, $1, $2, $3, 5)"""
    await sql.execute(invented, BEGIN + timedelta(days=3), group, term.teachers[1].id)
    ours = [dict(one.missing) for one in await term.recount()]
    assert len(ours) == 2
    assert {"reminders": -5} in ours
    assert any(one.get("hand_ins") == -6 for one in ours)
    await term.check()
