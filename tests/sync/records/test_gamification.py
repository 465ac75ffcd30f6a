"""XP, silver and connections that the school gives: types 4 and 5 (D-92)."""

from typing import Any

import pytest

from adapters.postgres.gamification.ledger import PostgresLedger
from adapters.postgres.gamification.rules import PostgresRuleStore
from adapters.postgres.gamification.school_records import PostgresSchoolRecords
from application.gamification.school import settle_school_records
from contracts.job_kinds import GAMIFICATION_SCHOOL
from contracts.sync.school_records import Feed, GamificationConnectionRecord, GamificationStudentRecord
from domain.sync.types import RunType
from tests.sync.centre import ACTOR, Centre
from tests.sync.school_records import AT, a_school

HOMEWORK = 2
PERIODS = """
select x.since is null as always, x.until is null as is_open from group_actions x join actions a on a.id = x.action_id
join groups g on g.id = x.group_id where g.h_id = $1 and a.kind = $2 order by x.id
"""


def award(id: str, amount: int, student_id: str = "s1", kind: str = "xp", **more: Any) -> GamificationStudentRecord:
    return GamificationStudentRecord(
        id=id, version=1, changed_at=AT, student_id=student_id, kind=kind, amount=amount, reason="Olimpiada", **more
    )


def connection(id: str, *, enabled: bool, action: str = "do_homework") -> GamificationConnectionRecord:
    return GamificationConnectionRecord(id=id, version=1, changed_at=AT, group_id="g1", action=action, enabled=enabled)


async def settle(centre: Centre) -> None:
    """Runs the job of a run, as the worker does."""
    await settle_school_records(
        actor=ACTOR,
        uow=centre.uow,
        ledger=PostgresLedger(centre.pool),
        school_records=PostgresSchoolRecords(),
        clock=centre.clock,
    )


async def balance(centre: Centre, student: str = "s1") -> tuple[int, int]:
    """XP and silver; they equal the sums of the entries (D-30)."""
    ((xp, silver, entries_xp, entries_silver),) = await centre.rows(
        """select b.xp, b.silver, (select coalesce(sum(e.xp), 0) from ledger_entries e where e.student_id = s.id),
        (select coalesce(sum(e.silver), 0) from ledger_entries e where e.student_id = s.id)
        from students s join balances b on b.student_id = s.id where s.h_id = $1""",
        student,
    )
    assert (xp, silver) == (entries_xp, entries_silver)
    return xp, silver


@pytest.fixture
async def seeded(centre: Centre) -> Centre:
    """A centre with the default levels and actions."""
    async with centre.uow:
        await PostgresRuleStore().seed(centre.clock.now(), centre.uow)
        await centre.uow.commit()
    return centre


async def test_awards_of_the_school_become_entries_once(seeded: Centre) -> None:
    """XP earns no silver of ours; a run and its job may repeat."""
    school = a_school()
    school.put(Feed.GAMIFICATION_STUDENTS, award("a1", 150), award("a2", 20, kind="silver"), award("a3", 5, "s2"))
    run = await seeded.synchronise(school, RunType.GAMIFICATION_STUDENTS)
    assert (run["status"], run["parts"]["gamification-students"]["created"]) == ("done", 3)
    assert await seeded.value("select count(*) from jobs where kind = $1", GAMIFICATION_SCHOOL) == 1
    for _ in range(2):
        await settle(seeded)
    assert await balance(seeded) == (150, 20)
    assert await balance(seeded, "s2") == (5, 0)
    assert await seeded.value("select count(*) from ledger_entries") == 3
    await seeded.synchronise(school, RunType.GAMIFICATION_STUDENTS, full=True)
    await settle(seeded)
    assert await seeded.value("select count(*) from ledger_entries") == 3


async def test_a_changed_award_is_corrected_and_a_removed_one_reversed(seeded: Centre) -> None:
    """As its version grows; a tombstone takes it back; silver may then be owed."""
    school = a_school()
    school.put(Feed.GAMIFICATION_STUDENTS, award("a1", 150), award("a2", 20, kind="silver"))
    await seeded.synchronise(school)
    await settle(seeded)
    school.put(Feed.GAMIFICATION_STUDENTS, award("a1", 100))
    school.remove(Feed.GAMIFICATION_STUDENTS, "a2")
    await seeded.synchronise(school)
    await settle(seeded)
    assert await balance(seeded) == (100, 0)
    kinds = [kind for (kind,) in await seeded.rows("select kind from ledger_entries order by id")]
    assert kinds == ["award", "award", "reversal", "award", "reversal"]


async def test_an_award_follows_to_another_student(seeded: Centre) -> None:
    """The school had entered it for the wrong one."""
    school = a_school()
    school.put(Feed.GAMIFICATION_STUDENTS, award("a1", 40))
    await seeded.synchronise(school)
    await settle(seeded)
    school.put(Feed.GAMIFICATION_STUDENTS, award("a1", 40, "s2"))
    await seeded.synchronise(school)
    await settle(seeded)
    assert (await balance(seeded), await balance(seeded, "s2")) == ((0, 0), (40, 0))


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


@pytest.mark.parametrize(
    ("record", "field"),
    [
        (award("a1", 5, kind="gold"), "kind"),
        (award("a1", 10**12), "amount"),
    ],
)
async def test_a_bad_award_is_rejected_and_said(seeded: Centre, record: GamificationStudentRecord, field: str) -> None:
    """The others are taken."""
    school = a_school()
    school.put(Feed.GAMIFICATION_STUDENTS, record, award("a2", 5))
    run = await seeded.synchronise(school)
    part = run["parts"]["gamification-students"]
    assert (run["status"], part["created"], part["refused"]) == ("done_with_messages", 1, 1)
    assert [error["field"] for error in part["errors"]] == [field]


async def test_an_award_of_an_unknown_student_waits(seeded: Centre) -> None:
    """It is parked, never half created."""
    school = a_school()
    school.put(Feed.GAMIFICATION_STUDENTS, award("a1", 5, "nobody"))
    run = await seeded.synchronise(school)
    assert run["parts"]["gamification-students"]["parked"] == 1


async def test_connections_become_periods(seeded: Centre) -> None:
    """D-123: a group that had the action by default loses it, and gets it again."""
    school = a_school()
    school.put(Feed.GAMIFICATION_CONNECTIONS, connection("c1", enabled=False))
    await seeded.synchronise(school, RunType.GAMIFICATION_CONNECTION)
    for _ in range(2):
        await settle(seeded)
    assert [*await seeded.rows(PERIODS, "g1", HOMEWORK)] == [(True, False)]
    school.put(Feed.GAMIFICATION_CONNECTIONS, connection("c1", enabled=True))
    await seeded.synchronise(school, RunType.GAMIFICATION_CONNECTION)
    await settle(seeded)
    periods = [*await seeded.rows(PERIODS, "g1", HOMEWORK)]
    assert periods == [(True, False), (False, True)]
    school.remove(Feed.GAMIFICATION_CONNECTIONS, "c1")
    await seeded.synchronise(school, RunType.GAMIFICATION_CONNECTION)
    await settle(seeded)
    periods = [*await seeded.rows(PERIODS, "g1", HOMEWORK)]
    assert periods == [(True, False), (False, False)]


async def test_what_a_person_decided_about_a_connection_stays(seeded: Centre) -> None:
    """As a sticky field does."""
    school = a_school()
    await seeded.synchronise(school)
    person = await seeded.a_person()
    await seeded.sql.execute(
        """insert into group_actions (group_id, action_id, since, changed_by)
        select g.id, a.id, now(), $1 from groups g, actions a where g.h_id = 'g1' and a.kind = $2""",
        person.id,
        HOMEWORK,
    )
    school.put(Feed.GAMIFICATION_CONNECTIONS, connection("c1", enabled=False))
    await seeded.synchronise(school)
    await settle(seeded)
    assert [*await seeded.rows(PERIODS, "g1", HOMEWORK)] == [(False, True)]


async def test_a_school_without_gamification_is_synchronised_without_it(seeded: Centre) -> None:
    """OneRoster has neither: all else is read, and a run for it alone says so."""
    school = a_school()
    school.offered = [feed for feed in Feed if not feed.startswith("gamification")]
    run = await seeded.synchronise(school)
    assert (run["status"], run["parts"]["gamification-students"]["read"]) == ("done", 0)
    alone = await seeded.synchronise(school, RunType.GAMIFICATION_STUDENTS)
    assert (alone["status"], alone["reason"]) == ("failed", "not_offered")
