"""Runs with gamification and the job after each (D-49, D-92)."""

import asyncio
import subprocess
import sys

import pytest

from contracts.job_kinds import GAMIFICATION_SCHOOL
from contracts.sync.school_records import Feed
from domain.sync.types import RunType
from tests.sync.centre import Centre
from tests.sync.records.school_awards import HOMEWORK, JOBS, PERIODS, award, balance, connection, settle
from tests.sync.school_records import a_school, group

# more than a settlement has statements, so that the last run is not killed
MAX_STATEMENTS = 30
ONCE = (
    "select count(*) from ledger_entries",
    "select count(*) from outbox where topic = 'AwardGiven'",
    "select count(*) from school_awards where settled is not null",
)


async def test_a_reverted_run_takes_its_awards_back(seeded: Centre) -> None:
    """D-49: as any other records of a run."""
    school = a_school()
    await seeded.synchronise(school)
    school.put(Feed.GAMIFICATION_STUDENTS, award("a0", 1))
    await seeded.synchronise(school)
    school.put(Feed.GAMIFICATION_STUDENTS, award("a1", 150))
    school.put(Feed.GAMIFICATION_STUDENTS, award("a0", 7))
    run = await seeded.synchronise(school)
    await settle(seeded)
    assert await balance(seeded) == (157, 0)
    reverted = await seeded.revert(run["id"], await seeded.a_person())
    assert reverted["status"] == "done"
    await settle(seeded)
    assert await balance(seeded) == (1, 0)


async def test_a_connection_that_waited_for_its_group_is_settled(seeded: Centre) -> None:
    """A run of groups brings it about, though it reads no connections."""
    school = a_school()
    late = connection("c1", enabled=False)
    late.group_id = "g3"
    school.put(Feed.GAMIFICATION_CONNECTIONS, late)
    await seeded.synchronise(school)
    await settle(seeded)
    before = await seeded.value(JOBS, GAMIFICATION_SCHOOL)
    school.put(Feed.GROUPS, group("g3"))
    await seeded.synchronise(school, RunType.GROUPS)
    assert await seeded.value(JOBS, GAMIFICATION_SCHOOL) == before + 1
    await settle(seeded)
    assert [*await seeded.rows(PERIODS, "g3", HOMEWORK)] == [(True, False)]


async def test_what_a_lost_run_wrote_is_settled_after_the_next(seeded: Centre) -> None:
    """A dead worker left awards; the next run finds nothing new (D-49)."""
    school = a_school()
    school.put(Feed.GAMIFICATION_STUDENTS, award("a1", 150))
    await seeded.synchronise(school)
    await seeded.sql.execute("delete from jobs")
    await seeded.sql.execute("update sync_runs set status = 'failed', reason = 'lease_lost'")
    run = await seeded.synchronise(school, RunType.TEACHERS)
    assert run["status"] == "done"
    assert await seeded.value(JOBS, GAMIFICATION_SCHOOL) == 1


@pytest.mark.long
async def test_a_settlement_killed_anywhere_counts_once(seeded: Centre, database_url: str) -> None:
    """Entry, event, mark: all or none; once after the repetition (D-30)."""
    school, killed = a_school(), 0
    await seeded.synchronise(school)
    for dies_before in range(1, MAX_STATEMENTS):
        school.put(Feed.GAMIFICATION_STUDENTS, award(f"a{dies_before}", 10))
        await seeded.synchronise(school)
        program = [sys.executable, "-m", "tests.sync.records.dying", database_url, str(dies_before)]
        code = (await asyncio.to_thread(subprocess.run, program, check=False, timeout=60)).returncode
        killed += code != 0
        counted = [await seeded.value(statement) for statement in ONCE]
        assert counted in ([dies_before - 1] * 3, [dies_before] * 3)
        await settle(seeded)
        assert [await seeded.value(statement) for statement in ONCE] == [dies_before] * 3
        assert await balance(seeded) == (dies_before * 10, 0)
        if code == 0:
            break
    assert killed >= 5


async def test_a_sudden_fall_of_awards_stops_and_is_approved(seeded: Centre) -> None:
    """The brakes of D-49 hold: nothing is taken back before a person has agreed."""
    school = a_school()
    school.put(Feed.GAMIFICATION_STUDENTS, *(award(f"a{number}", 10) for number in range(8)))
    await seeded.synchronise(school)
    await settle(seeded)
    for number in range(6):
        school.remove(Feed.GAMIFICATION_STUDENTS, f"a{number}")
    stopped = await seeded.synchronise(school)
    assert (stopped["status"], stopped["reason"]) == ("aborted", "change_threshold")
    await settle(seeded)
    assert await balance(seeded) == (80, 0)
    approved = await seeded.approve(stopped["id"], school, await seeded.a_person())
    assert approved["status"] == "done"
    await settle(seeded)
    assert await balance(seeded) == (20, 0)


async def test_awards_of_removed_students_go_with_them(seeded: Centre) -> None:
    """Approving the students' removal approves what depends on it (D-154)."""
    school = a_school(students=12)
    students = [f"s{number}" for number in range(1, 13)]
    school.put(Feed.GAMIFICATION_STUDENTS, *(award(f"a-{student}", 10, student) for student in students))
    await seeded.synchronise(school)
    await settle(seeded)
    for student in students[:6]:
        for feed, id in (
            (Feed.GROUP_STUDENTS, f"e-{student}"),
            (Feed.STUDENTS, student),
            (Feed.GAMIFICATION_STUDENTS, f"a-{student}"),
        ):
            school.remove(feed, id)
    stopped = await seeded.synchronise(school)
    assert (stopped["status"], stopped["reason"]) == ("aborted", "change_threshold")
    approved = await seeded.approve(stopped["id"], school, await seeded.a_person())
    assert approved["status"] == "done"
    await settle(seeded)
    assert await seeded.rows("select sum(xp) from balances") == [(60,)]


async def test_connections_of_removed_groups_go_with_them(seeded: Centre) -> None:
    """As awards do with students (D-154)."""
    school = a_school()
    groups = [f"x{number}" for number in range(6)]
    school.put(Feed.GROUPS, *(group(id) for id in groups))
    connections = [connection(f"c-{id}", enabled=False) for id in groups]
    for one, id in zip(connections, groups, strict=True):
        one.group_id = id
    school.put(Feed.GAMIFICATION_CONNECTIONS, *connections)
    await seeded.synchronise(school)
    for id in groups:
        school.remove(Feed.GROUPS, id)
        school.remove(Feed.GAMIFICATION_CONNECTIONS, f"c-{id}")
    stopped = await seeded.synchronise(school)
    assert stopped["status"] == "aborted"
    approved = await seeded.approve(stopped["id"], school, await seeded.a_person())
    assert approved["status"] == "done"


async def test_awards_follow_merged_students_and_return(seeded: Centre) -> None:
    """The successor has them once, and a revert returns them."""
    school = a_school()
    school.put(Feed.GAMIFICATION_STUDENTS, award("a1", 40), award("a2", 5, "s2"))
    await seeded.synchronise(school)
    await settle(seeded)
    school.remove(Feed.STUDENTS, "s1", merged_into="s2")
    run = await seeded.synchronise(school)
    await settle(seeded)
    assert (await balance(seeded), await balance(seeded, "s2")) == ((0, 0), (45, 0))
    assert await seeded.value("select count(*) from ledger_entries") == 2
    await seeded.revert(run["id"], await seeded.a_person())
    await settle(seeded)
    assert (await balance(seeded), await balance(seeded, "s2")) == ((40, 0), (5, 0))


async def test_a_school_without_gamification_is_synchronised_without_it(seeded: Centre) -> None:
    """OneRoster has neither: all else is read, and a run for it alone says so."""
    school = a_school()
    school.offered = [feed for feed in Feed if not feed.startswith("gamification")]
    run = await seeded.synchronise(school)
    assert (run["status"], run["parts"]["gamification-students"]["read"]) == ("done", 0)
    alone = await seeded.synchronise(school, RunType.GAMIFICATION_STUDENTS)
    assert (alone["status"], alone["reason"]) == ("failed", "not_offered")
