"""Awards and connections of the school, their settlement, and what it leaves."""

from typing import Any

import pytest

from adapters.postgres.gamification.ledger import PostgresLedger
from adapters.postgres.gamification.rules import PostgresRuleStore
from adapters.postgres.gamification.school_records import PostgresSchoolRecords
from application.gamification.school import settle_school_records
from contracts.sync.school_records import GamificationConnectionRecord, GamificationStudentRecord
from tests.sync.centre import ACTOR, Centre
from tests.sync.school_records import AT

HOMEWORK = 2
JOBS = "select count(*) from jobs where kind = $1"
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
