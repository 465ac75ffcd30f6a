"""The ledger on the real database, for concurrent sequences and kills."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine

from adapters.memory.clock import MovableClock
from adapters.postgres.core.engine import asyncpg_arguments, create_engine
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.unit_of_work import PostgresUnitOfWork
from adapters.postgres.gamification.ledger import PostgresLedger
from adapters.postgres.gamification.rules import PostgresRuleStore
from application.actor import system
from application.gamification.earning import CheckedHomework, award_homework, homework_causes, reverse
from application.gamification.first_start import seed_rules
from contracts.gamification import EntryDetails
from domain.gamification.ledger import Cause, CauseKind
from domain.shared.errors import DomainError
from tests.support.builders import a_category, a_class_of, a_course
from tests.support.storing import store

NOON = datetime(2026, 3, 2, 7, 0, tzinfo=UTC)
CLOCK = MovableClock(NOON)
SYSTEM = system()
# balance = sum of entries, in all and by category; what each entry says was left after it is so; no purchase ended
# below zero; a cause has one award in force, the newest that was not reversed
FAULTS = """
with e as (
    select *, sum(xp) over w as xp_sum, sum(silver) over w as silver_sum from ledger_entries
    window w as (partition by student_id order by id)
), totals as (select student_id, sum(xp) as xp, sum(silver) as silver from e group by 1)
select 'balance' from totals t full join balances b using (student_id)
    where (coalesce(t.xp, 0), coalesce(t.silver, 0)) <> (coalesce(b.xp, 0), coalesce(b.silver, 0))
union all select 'category' from (select student_id, category_id, sum(xp) as xp from e group by 1, 2) t
    left join category_balances c using (student_id, category_id)
    where t.category_id is not null and t.xp <> coalesce(c.xp, 0)
union all select 'running' from e where (xp_after, silver_after) <> (xp_sum, silver_sum)
union all select 'purchase' from e where kind = 'purchase' and silver_sum < 0
union all select 'in force' from e where in_force group by student_id, cause_kind, cause_source having count(*) > 1
union all select 'force' from e a where kind = 'award'
    and in_force = exists (select from e r where r.reverses_id = a.id)
union all select 'exactly' from e r join e a on a.id = r.reverses_id where (r.xp, r.silver) <> (-a.xp, -a.silver)
"""


@dataclass
class LedgerCentre:
    """A group of students, and what happens to their accounts."""

    engine: AsyncEngine
    ledger: PostgresLedger
    sql: Any
    group: int
    students: list[int]

    def uow(self) -> PostgresUnitOfWork:
        """A new unit of work."""
        return PostgresUnitOfWork(self.engine, CLOCK)

    async def check(self, student: int, submission: int, score: int, *, late: bool = False) -> None:
        """Checks or re-checks a submission."""
        work = CheckedHomework(submission, student, self.group, score, late, EntryDetails(score=score))
        async with self.uow() as uow:
            await award_homework(work, actor=SYSTEM, uow=uow, ledger=self.ledger, now=CLOCK.now())
            await uow.commit()

    async def delete(self, *submissions: int) -> None:
        """Deletes the homework of these submissions."""
        async with self.uow() as uow:
            causes = homework_causes(submissions)
            await reverse(causes, "deleted", actor=SYSTEM, uow=uow, ledger=self.ledger, now=CLOCK.now())
            await uow.commit()

    async def buy(self, student: int, order: int, price: int) -> bool:
        """Orders something; False for too little silver, or an order paid already."""
        cause = Cause(CauseKind.ORDER, str(order))
        try:
            async with self.uow() as uow:
                accounts = await self.ledger.lock([student], (), uow)
                accounts[student].purchase(cause, price, now=NOON, details={})
                await self.ledger.post(accounts.values(), uow)
                await uow.commit()
        except DomainError as error:
            if error.code not in ("gamification.not_enough_silver", "shared.conflict"):
                raise
            return False
        return True

    async def refund(self, student: int, order: int, silver: int) -> None:
        """Gives silver of an order back."""
        async with self.uow() as uow:
            accounts = await self.ledger.lock([student], (), uow)
            cause = Cause(CauseKind.ORDER, str(order))
            accounts[student].refund(cause, silver, now=NOON, by=None, details={})
            await self.ledger.post(accounts.values(), uow)
            await uow.commit()

    async def faults(self) -> list[str]:
        """The promises that the tables break."""
        return [row[0] for row in await self.sql.fetch(FAULTS)]


@asynccontextmanager
async def opened(url: str, group: int = 0) -> AsyncIterator[LedgerCentre]:
    """The ledger of a prepared database; ``group``: the group of its students."""
    engine, sql = create_engine(url), await asyncpg.connect(**asyncpg_arguments(url))
    pool = ReadPool(url, size=1)
    try:
        rows = await sql.fetch("select student_id from enrolments where group_id = $1 order by 1", group)
        yield LedgerCentre(engine, PostgresLedger(pool), sql, group, [row["student_id"] for row in rows])
    finally:
        await pool.close()
        await sql.close()
        await engine.dispose()


async def prepare(url: str, students: int) -> int:
    """Stores a group of so many students and seeds the rules; returns the group."""
    engine, sql = create_engine(url), await asyncpg.connect(**asyncpg_arguments(url))
    group = a_class_of(students).of_course(a_course().of_category(a_category()))
    try:
        await store(sql, group)
        await seed_rules(uow=PostgresUnitOfWork(engine, CLOCK), rules=PostgresRuleStore(), clock=CLOCK)
    finally:
        await sql.close()
        await engine.dispose()
    return group.id or 0
