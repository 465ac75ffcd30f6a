"""The rows of stored files, for the cleanup."""

from datetime import datetime

from sqlalchemy import delete, exists, select
from sqlalchemy.ext.asyncio import AsyncEngine

from adapters.postgres.core import tables as t


class PostgresFileRows:
    """Implements ``FileRows``."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def delete_expired(self, now: datetime) -> int:
        async with self._engine.begin() as connection:
            return (await connection.execute(delete(t.files).where(t.files.c.expires_at <= now))).rowcount

    async def is_referenced(self, digest: str) -> bool:
        async with self._engine.connect() as connection:
            return bool(await connection.scalar(select(exists().where(t.files.c.digest == digest))))
