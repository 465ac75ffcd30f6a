"""The ledger of XP and silver on PostgreSQL (D-30)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import asyncpg
import msgspec

from adapters.postgres.core.pool import Connection, ReadPool
from adapters.postgres.core.transaction import sql_of
from adapters.postgres.gamification.rules import read_rules
from application.ports import Transaction
from domain.gamification.actions import Achievement, EarningRules
from domain.gamification.ledger import Account, Balance, Cause, CauseKind, Entry, EntryKind
from domain.shared.errors import DomainError, NotFound

# A student without a balance gets one. Both statements go through the students in the order of their ids, so that
# transactions that lock several accounts wait for each other and never in a circle.
OPEN = """
insert into balances (student_id) select s.id from students s where s.id = any ($1::bigint[])
    and not exists (select from balances b where b.student_id = s.id) order by s.id
on conflict do nothing
"""
_BALANCES = "select student_id, xp, silver from balances where student_id = any ($1::bigint[]) order by student_id"
LOCK = f"{_BALANCES} for no key update"
COLUMNS = """
e.id, e.student_id, e.kind, e.cause_kind, e.cause_source, e.achievement, e.action_id, e.group_id, e.category_id, e.xp,
e.silver, e.level, e.xp_proportion, e.reverses_id, e.replaces_id, e.reason, e.details::text as details, e.made_by, e.at
"""
IN_FORCE = f"""
select {COLUMNS} from unnest($2::text[], $3::text[]) c (kind, source)
join ledger_entries e on e.cause_kind = c.kind and e.cause_source = c.source and e.in_force
where e.student_id = any ($1::bigint[])
"""  # noqa: S608  names of ours
AWARDED = """
select distinct e.student_id from unnest($1::text[], $2::text[]) c (kind, source)
join ledger_entries e on e.cause_kind = c.kind and e.cause_source = c.source and e.in_force
"""
# in a statement of its own before the entries: the index allows one award in force for each cause at any moment
END = "update ledger_entries set in_force = false where id = any ($1::bigint[])"
# columns of an entry as it is inserted, with the types of their arrays
WRITTEN = {
    **{"student_id": "bigint", "kind": "text", "cause_kind": "text", "cause_source": "text", "in_force": "boolean"},
    **{"achievement": "text", "action_id": "bigint", "group_id": "bigint", "category_id": "bigint"},
    **{"xp": "int", "silver": "int", "level": "smallint", "xp_proportion": "smallint"},
    **{"reverses_id": "bigint", "replaces_id": "bigint", "reason": "text", "details": "text", "made_by": "bigint"},
    **{"at": "timestamptz", "xp_after": "bigint", "silver_after": "bigint"},
}
_ARRAYS = ", ".join(f"${place}::{kind}[]" for place, kind in enumerate(WRITTEN.values(), 1))
_VALUES = ", ".join("details::jsonb" if name == "details" else name for name in WRITTEN)
POST = f"""
with added as materialized (
    select * from unnest({_ARRAYS}) with ordinality x ({", ".join(WRITTEN)}, n)
), entries as (
    insert into ledger_entries ({", ".join(WRITTEN)}) select {_VALUES} from added order by n
), categories as (
    insert into category_balances as c (student_id, category_id, xp)
    select student_id, category_id, sum(xp) from added where category_id is not null
    group by student_id, category_id having sum(xp) <> 0 order by student_id, category_id
    on conflict (student_id, category_id) do update set xp = c.xp + excluded.xp
)
update balances b set xp = b.xp + a.xp, silver = b.silver + a.silver
from (select student_id, sum(xp) as xp, sum(silver) as silver from added group by student_id) a
where b.student_id = a.student_id returning b.student_id, b.xp, b.silver
"""  # noqa: S608


class PostgresLedger:
    """See ``application.gamification.ports.Ledger``."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    async def rules(self, group_ids: Collection[int], transaction: Transaction | None = None) -> EarningRules:
        if transaction is None:
            return await self._pool.run(lambda connection: read_rules(connection, group_ids))
        return await read_rules(await sql_of(transaction).connection(), group_ids)

    async def lock(
        self, student_ids: Collection[int], causes: Collection[Cause], transaction: Transaction
    ) -> dict[int, Account]:
        connection, students = await sql_of(transaction).connection(), sorted(set(student_ids))
        await connection.execute(OPEN, students)
        found = await self._accounts(connection, LOCK, students, causes)
        if missing := [id for id in students if id not in found]:
            raise NotFound("Student", missing[0])
        return found

    async def read(self, student_ids: Collection[int], causes: Collection[Cause]) -> dict[int, Account]:
        students = sorted(set(student_ids))
        found = await self._pool.run(lambda connection: self._accounts(connection, _BALANCES, students, causes))
        return {id: found.get(id) or Account(id) for id in students}

    async def _accounts(
        self, connection: Connection, balances: str, students: Sequence[int], causes: Collection[Cause]
    ) -> dict[int, Account]:
        rows = await connection.fetch(balances, students)
        accounts = {row["student_id"]: Account(row["student_id"], Balance(row["xp"], row["silver"])) for row in rows}
        if causes:
            for row in await connection.fetch(IN_FORCE, students, *_columns(causes)):
                entry = entry_of(row)
                accounts[entry.student_id].in_force[entry.cause] = entry
        return accounts

    async def awarded(self, causes: Collection[Cause], transaction: Transaction) -> Sequence[int]:
        connection = await sql_of(transaction).connection()
        return [row["student_id"] for row in await connection.fetch(AWARDED, *_columns(causes))]

    async def post(self, accounts: Collection[Account], transaction: Transaction) -> Mapping[int, Balance]:
        entries = [row for account in accounts for row in _rows(account)]
        if not entries:
            return {}
        connection = await sql_of(transaction).connection()
        ended = [entry.reverses_id for account in accounts for entry in account.added if entry.reverses_id]
        if ended:
            await connection.execute(END, ended)
        try:
            rows = await connection.fetch(POST, *zip(*entries, strict=True))
        except asyncpg.UniqueViolationError as error:
            raise DomainError("shared.conflict") from error
        return {row["student_id"]: Balance(row["xp"], row["silver"]) for row in rows}


def _columns(causes: Iterable[Cause]) -> tuple[list[str], list[str]]:
    kinds_and_sources = sorted(set(causes))
    return [str(cause.kind) for cause in kinds_and_sources], [cause.source for cause in kinds_and_sources]


def _rows(account: Account) -> Iterator[tuple[object, ...]]:
    """The added entries of an account in the order of ``WRITTEN``."""
    xp = account.balance.xp - sum(entry.xp for entry in account.added)
    silver = account.balance.silver - sum(entry.silver for entry in account.added)
    for entry in account.added:
        xp, silver = xp + entry.xp, silver + entry.silver
        yield (
            entry.student_id,
            str(entry.kind),
            str(entry.cause.kind),
            entry.cause.source,
            account.in_force.get(entry.cause) is entry,
            entry.achievement,
            entry.action_id,
            entry.group_id,
            entry.category_id,
            entry.xp,
            entry.silver,
            entry.level,
            entry.xp_proportion,
            entry.reverses_id,
            entry.replaces_id,
            entry.reason,
            msgspec.json.encode(entry.details).decode(),
            entry.made_by,
            entry.at,
            xp,
            silver,
        )


def entry_of(row: Any) -> Entry:
    """The entry of a row of ``ledger_entries``."""
    return Entry(
        row["student_id"],
        EntryKind(row["kind"]),
        Cause(CauseKind(row["cause_kind"]), row["cause_source"]),
        row["at"],
        row["xp"],
        row["silver"],
        row["level"],
        row["xp_proportion"],
        Achievement(row["achievement"]) if row["achievement"] else None,
        row["action_id"],
        row["group_id"],
        row["category_id"],
        row["reverses_id"],
        row["replaces_id"],
        row["reason"],
        msgspec.json.decode(row["details"]),
        row["made_by"],
        row["id"],
    )
