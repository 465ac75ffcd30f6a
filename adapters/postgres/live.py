"""The scope of groups, for live streams."""

from collections.abc import Iterable, Mapping

from adapters.postgres.core.pool import ReadPool

TAUGHT = """
select distinct s.group_id from schedules s join teachers t on t.id = s.teacher_id where t.user_id = $1
"""
OFFICES = "select id, office_id from groups where id = any ($1)"


class PostgresGroupScopes:
    """See ``application.live.ports.GroupScopes``."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    async def taught_by(self, user_id: int) -> frozenset[int]:
        return frozenset(row["group_id"] for row in await self._pool.fetch(TAUGHT, user_id))

    async def offices_of(self, group_ids: Iterable[int]) -> Mapping[int, int | None]:
        rows = await self._pool.fetch(OFFICES, list(group_ids))
        return {row["id"]: row["office_id"] for row in rows}
