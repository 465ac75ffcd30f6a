"""Attendance earns after the save (D-93)."""

import asyncio

import pytest

from application.actor import system
from application.gamification.attendance import award_attendance
from contracts.job_kinds import GAMIFICATION_ATTENDANCE
from entrypoints.worker.handlers import job_handlers
from tests.http.attendance.scenario import ABSENT, ATTENDED, LATE, AttendanceScenario
from tests.http.gamification.earning import balance, run_jobs, seed, waiting_jobs
from tests.support.console import Console


@pytest.fixture
async def stage(fresh_console: Console) -> AttendanceScenario:
    """A class whose centre began with gamification in the morning."""
    stage = await AttendanceScenario.of(fresh_console, size=3)
    stage.at("07:00")
    await seed(fresh_console)
    stage.at(stage.begins, minutes=5)
    return stage


async def balances(stage: AttendanceScenario) -> list[tuple[int, int]]:
    """XP and silver of the class in order."""
    return [await balance(stage.console, student.id) for student in stage.students]


async def test_attended_and_late_earn_and_absent_does_not(stage: AttendanceScenario) -> None:
    """D-32, D-93: 20 XP and 10 XP; a save has one job."""
    first, second, third = stage.students
    await (await stage.teacher()).save({first: ATTENDED, second: LATE, third: ABSENT})
    assert await balances(stage) == [(0, 0)] * 3, "the ledger follows after the save"
    assert await run_jobs(stage.console) == 1
    assert await balances(stage) == [(20, 2), (10, 1), (0, 0)]


async def test_a_correction_replaces_the_award(stage: AttendanceScenario) -> None:
    """D-93: late becomes absent, absent attended."""
    first, second, third = stage.students
    teacher = await stage.teacher()
    await teacher.save({first: LATE, second: ABSENT, third: ATTENDED})
    await run_jobs(stage.console)
    await (await stage.office()).save({first: ABSENT, second: ATTENDED})
    await run_jobs(stage.console)
    assert await balances(stage) == [(0, 0), (20, 2), (20, 2)]
    row = await stage.console.sql.fetchrow(
        "select made_by is not null as by_office, details -> 'corrected' ->> 'mark' as mark from ledger_entries "
        "where kind = 'reversal'"
    )
    assert tuple(row) == (True, "2")


async def test_jobs_may_run_twice_and_in_any_order(stage: AttendanceScenario) -> None:
    """D-93: keyed by lesson and student; the newest committed mark counts."""
    first, *_ = stage.students
    teacher = await stage.teacher()
    await teacher.save({first: ATTENDED})
    await teacher.save({first: ABSENT})
    await teacher.save({first: LATE})
    jobs = await waiting_jobs(stage.console)
    assert len(jobs) == 3
    work = job_handlers(stage.console.container)[GAMIFICATION_ATTENDANCE]
    for payload in (*reversed(jobs), *jobs):
        await work(payload, system())
    await asyncio.gather(*(work(payload, system()) for payload in jobs))
    assert await balance(stage.console, first.id) == (10, 1)
    assert await stage.console.sql.fetchval("select count(*) from ledger_entries") == 1


async def test_a_lesson_that_did_not_take_place_earns_nothing(stage: AttendanceScenario) -> None:
    """D-93: marked first, then cancelled."""
    first, *_ = stage.students
    teacher = await stage.teacher()
    await teacher.save({first: ATTENDED})
    await run_jobs(stage.console)
    await stage.console.sql.execute("update lessons set no_class_reason = 'x' where id = $1", await stage.lesson_id())
    container = stage.console.container
    await award_attendance(
        [await stage.lesson_id()],
        actor=system(),
        uow=container.uow(),
        ledger=container.ledger(),
        lesson_marks=container.lesson_marks(),
        clock=stage.console.clock,
    )
    assert await balance(stage.console, first.id) == (0, 0)


async def test_nothing_is_earned_for_lessons_before_the_first_start(fresh_console: Console) -> None:
    """D-93: the centre begins with gamification after the lesson has ended."""
    stage = await AttendanceScenario.of(fresh_console, size=1)
    stage.at("18:00")
    await seed(fresh_console)
    await (await stage.teacher()).save({stage.students[0]: ATTENDED})
    assert await run_jobs(fresh_console) == 1
    assert await balance(fresh_console, stage.students[0].id) == (0, 0)


async def test_a_group_without_the_action_earns_nothing(stage: AttendanceScenario) -> None:
    """D-123: disconnected before the lesson."""
    await stage.console.sql.execute(
        "insert into group_actions (group_id, action_id, until) select $1, id, $2 from actions where kind = 1",
        stage.group.id,
        stage.console.clock.now().replace(hour=0),
    )
    await (await stage.teacher()).save({stage.students[0]: ATTENDED})
    await run_jobs(stage.console)
    assert await balance(stage.console, stage.students[0].id) == (0, 0)
