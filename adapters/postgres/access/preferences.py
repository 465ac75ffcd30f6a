"""Stores the preferences of staff."""

from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from adapters.postgres.core.engine import encode_json

# merged per table where a choice is per table, so that two browser tabs do not overwrite each other
MERGE = text("""
insert into preferences (user_id, value) values (:user_id, cast(:changes as jsonb))
on conflict (user_id) do update set value = preferences.value || excluded.value || jsonb_build_object(
    'pageSizes', coalesce(preferences.value -> 'pageSizes', '{}') || coalesce(excluded.value -> 'pageSizes', '{}'),
    'columns', coalesce(preferences.value -> 'columns', '{}') || coalesce(excluded.value -> 'columns', '{}'))
""")


class PostgresPreferences:
    """See ``application.access.ports.PreferenceStore``."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def merge(self, user_id: int, changes: dict[str, Any]) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(MERGE, {"user_id": user_id, "changes": encode_json(changes)})
