"""Balances of students between whom a merge moves ledger entries."""

import asyncpg

from adapters.postgres.gamification.ledger import LOCK, OPEN

# says to the trigger of the ledger that entries change their student, until the transaction ends
MERGING = "select set_config('markaz.merging', 'on', true)"
BALANCES = """
update balances b set xp = e.xp, silver = e.silver from (
    select s.id, coalesce(sum(l.xp), 0) as xp, coalesce(sum(l.silver), 0) as silver
    from unnest($1::bigint[]) s (id) left join ledger_entries l on l.student_id = s.id group by s.id
) e where b.student_id = e.id
"""
FORGET_CATEGORIES = "delete from category_balances where student_id = any ($1::bigint[])"
CATEGORIES = """
insert into category_balances (student_id, category_id, xp)
select student_id, category_id, sum(xp) from ledger_entries
where student_id = any ($1::bigint[]) and category_id is not null
group by student_id, category_id having sum(xp) <> 0 order by student_id, category_id
"""


async def lock_balances(connection: "asyncpg.Connection", one: int, other: int) -> None:
    """Locks both accounts in the ledger's order: nothing is posted meanwhile."""
    await connection.execute(MERGING)
    await connection.execute(OPEN, [one, other])
    await connection.fetch(LOCK, [one, other])


async def sum_balances(connection: "asyncpg.Connection", one: int, other: int) -> None:
    """Sets both balances to the sums of their entries (D-30)."""
    for statement in (BALANCES, FORGET_CATEGORIES, CATEGORIES):
        await connection.execute(statement, [one, other])
