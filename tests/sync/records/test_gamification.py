"""XP, silver and connections of the school: types 4 and 5 (D-92)."""

import pytest

from contracts.job_kinds import GAMIFICATION_SCHOOL
from contracts.sync.school_records import Feed, GamificationStudentRecord
from domain.sync.types import RunType
from tests.sync.centre import Centre
from tests.sync.records.school_awards import HOMEWORK, PERIODS, award, balance, connection, settle
from tests.sync.school_records import a_school


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


async def test_what_the_school_takes_is_taken_in_any_order(seeded: Centre) -> None:
    """XP below zero, too: the next awards fill it, none waits behind it (D-92)."""
    school = a_school()
    school.put(Feed.GAMIFICATION_STUDENTS, award("a1", 100), award("a2", -80), award("a3", 30, "s2"))
    await seeded.synchronise(school)
    await settle(seeded)
    assert await balance(seeded) == (20, 0)
    school.remove(Feed.GAMIFICATION_STUDENTS, "a1")
    school.put(Feed.GAMIFICATION_STUDENTS, award("a3", 35, "s2"))
    await seeded.synchronise(school)
    await settle(seeded)
    assert (await balance(seeded), await balance(seeded, "s2")) == ((-80, 0), (35, 0))
    school.put(Feed.GAMIFICATION_STUDENTS, award("a4", 90))
    await seeded.synchronise(school)
    await settle(seeded)
    assert await balance(seeded) == (10, 0)


async def test_category_and_reason_are_corrected_with_the_award(seeded: Centre) -> None:
    """D-92: as versions of the award; a category counts its own XP (D-91)."""
    school = a_school()
    school.put(Feed.GAMIFICATION_STUDENTS, award("a1", 40))
    await seeded.synchronise(school)
    await settle(seeded)
    for category_id, reason in (("k1", "Olimpiada"), ("k1", "Olimpiada, 2-bosqich")):
        record = award("a1", 40, category_id=category_id)
        record.reason = reason
        school.put(Feed.GAMIFICATION_STUDENTS, record)
        await seeded.synchronise(school)
        await settle(seeded)
        counted = await seeded.rows(
            "select c.h_id, e.reason from ledger_entries e left join categories c on c.id = "
            "e.category_id where e.in_force"
        )
        assert counted == [(category_id, reason)]
    assert await seeded.rows("select xp from category_balances") == [(40,)]
    assert await balance(seeded) == (40, 0)


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
