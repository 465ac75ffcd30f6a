"""The rules of earning on PostgreSQL: levels, actions, amounts, connections."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from typing import Any

import msgspec

from adapters.postgres.core.pool import Connection
from adapters.postgres.core.transaction import sql_of
from application.ports import Transaction
from domain.gamification.actions import (
    DEFAULT_AMOUNTS,
    Achievement,
    Action,
    ActionKind,
    Amount,
    Amounts,
    EarningRules,
)
from domain.gamification.actions import (
    Connection as Connected,
)
from domain.gamification.levels import Levels, default_levels, ranked

LEVELS = "select id, required_xp, xp_proportion from levels order by required_xp"
ACTIONS = """
select a.id, a.kind, a.by_default, a.enabled, a.starts_at, a.ends_at, x.levels, x.amounts
from actions a left join lateral (
    select array_agg(level_id) as levels, array_agg(amounts::text) as amounts from action_levels where action_id = a.id
) x on true order by a.id
"""
CONNECTIONS = "select group_id, action_id, since, until from group_actions where group_id = any ($1::bigint[])"
CATEGORIES = """
select g.id, c.category_id from groups g join courses c on c.id = g.course_id where g.id = any ($1::bigint[])
"""
# two first starts at once: one seeds
LOCK = "lock table actions in share row exclusive mode"
SEEDED = "select exists (select from actions)"
SEED_LEVELS = """
insert into levels (required_xp, xp_proportion) select * from unnest($1::int[], $2::int[])
on conflict (required_xp) do nothing
"""
SEED_ACTION = "insert into actions (kind, built_in, by_default, starts_at) values ($1, true, true, $2) returning id"
SEED_AMOUNTS = """
insert into action_levels (action_id, level_id, amounts)
select $1, id, $2::text::jsonb from levels order by required_xp limit 1
"""


async def read_rules(connection: Connection, group_ids: Collection[int]) -> EarningRules:
    """The rules of these groups."""
    levels, actions = await _levels_and_actions(connection)
    if not group_ids:
        return EarningRules(levels, actions)
    groups = sorted(group_ids)
    connections: dict[tuple[int, int], list[Connected]] = defaultdict(list)
    for row in await connection.fetch(CONNECTIONS, groups):
        connections[row["group_id"], row["action_id"]].append(Connected(row["since"], row["until"]))
    categories = {row["id"]: row["category_id"] for row in await connection.fetch(CATEGORIES, groups)}
    return EarningRules(levels, actions, connections, categories)


async def _levels_and_actions(connection: Connection) -> tuple[Levels, list[Action]]:
    rows = await connection.fetch(LEVELS)
    levels = ranked((row["required_xp"], row["xp_proportion"]) for row in rows)
    numbers = {row["id"]: number for number, row in enumerate(rows, start=1)}
    return levels, [_action(row, numbers) for row in await connection.fetch(ACTIONS)]


def _action(row: Any, numbers: dict[int, int]) -> Action:
    by_level = zip(row["levels"] or (), row["amounts"] or (), strict=True)
    return Action(
        row["id"],
        ActionKind(row["kind"]),
        {numbers[level_id]: amounts_of(amounts) for level_id, amounts in by_level},
        row["by_default"],
        row["enabled"],
        row["starts_at"],
        row["ends_at"],
    )


def amounts_of(stored: str) -> Amounts:
    """The amounts of one level of an action."""
    found: dict[str, dict[str, int | None]] = msgspec.json.decode(stored)
    return {Achievement(name): Amount(one["xp"] or 0, one.get("silver")) for name, one in found.items()}


def stored_amounts(amounts: Amounts) -> str:
    """The same as the table keeps it."""
    return msgspec.json.encode({name: {"xp": one.xp, "silver": one.silver} for name, one in amounts.items()}).decode()


class PostgresRuleStore:
    """See ``application.gamification.ports.RuleStore``."""

    async def seed(self, now: datetime, transaction: Transaction) -> bool:
        connection = await sql_of(transaction).connection()
        await connection.execute(LOCK)
        if await connection.fetchval(SEEDED):
            return False
        levels = default_levels().levels
        await connection.execute(
            SEED_LEVELS, [level.required_xp for level in levels], [level.xp_proportion for level in levels]
        )
        for kind in ActionKind:
            action_id = await connection.fetchval(SEED_ACTION, kind, now)
            if amounts := DEFAULT_AMOUNTS.get(kind):
                await connection.execute(SEED_AMOUNTS, action_id, stored_amounts(amounts))
        return True
