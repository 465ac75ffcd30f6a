"""Rows of uploads at the built-in host on PostgreSQL.

One indexed read per request.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from adapters.postgres.access.sessions import ACTOR_COLUMNS, actor_of
from adapters.postgres.core.pool import RawPool, ReadPool
from application.actor import Actor
from application.videos.built_in.transfers import Transfer, not_found
from domain.access.users import UserStatus
from domain.videos.video import BUILT_IN, VideoStatus

_S = VideoStatus
_COLUMNS = "v.id as video_id, v.public_id, v.orig_name, v.size, v.received, v.status, v.created_by, v.moved_at"
_PRESENT = f"v.host = '{BUILT_IN}' and v.deleted_at is null"
_TRANSFER = f"select {_COLUMNS} from videos v where {_PRESENT}"  # noqa: S608  names of ours
BY_PUBLIC_ID = f"{_TRANSFER} and v.public_id = $1"
# one read instead of two, for each chunk of every upload
WITH_UPLOADER = f"""
select {_COLUMNS}, {ACTOR_COLUMNS} from videos v
left join users u on u.id = v.created_by and u.status <> {UserStatus.BLOCKED:d} left join roles r on r.id = u.role_id
where {_PRESENT} and v.public_id = $1
"""  # noqa: S608
BY_ID = f"{_TRANSFER} and v.id = $1"
SILENT = f"""
{_TRANSFER} and v.status in ({_S.UPLOADING:d}, {_S.PAUSE:d}, {_S.ERROR:d}) and (v.moved_at <= $1 or v.moved_at > $2)
    and (v.status <> {_S.ERROR:d} or v.received < v.size)
order by v.moved_at, v.id
"""
# no change of the video: its version stays, so that it can be edited while it uploads
PROGRESS = f"""
update videos set received = $2, moved_at = $3
where public_id = $1 and host = '{BUILT_IN}' and status = {_S.UPLOADING:d} and deleted_at is null
returning id
"""  # noqa: S608
KNOWN = "select public_id from videos where public_id = any ($1::text[])"


class PostgresTransfers:
    """See ``application.videos.built_in.transfers.Transfers``."""

    def __init__(self, pool: ReadPool, write_pool: RawPool) -> None:
        self._pool, self._write_pool = pool, write_pool

    async def find(self, public_id: str) -> Transfer:
        return _transfer(await self._pool.fetchrow(BY_PUBLIC_ID, public_id), public_id)

    async def find_with_uploader(self, public_id: str) -> tuple[Transfer, Actor | None]:
        row: Any = await self._pool.fetchrow(WITH_UPLOADER, public_id)
        transfer = _transfer(row, public_id)
        return transfer, None if row["id"] is None else actor_of(row, None)

    async def find_by_video(self, video_id: int) -> Transfer:
        return _transfer(await self._pool.fetchrow(BY_ID, video_id), str(video_id))

    async def progress(self, public_id: str, received: int, now: datetime) -> bool:
        async with self._write_pool.acquire() as connection:
            return await connection.fetchval(PROGRESS, public_id, received, now) is not None

    async def silent_since(self, before: datetime, ahead: datetime) -> Sequence[Transfer]:
        return [_transfer(row, "") for row in await self._pool.fetch(SILENT, before, ahead)]

    async def known(self, public_ids: Collection[str]) -> set[str]:
        return {row["public_id"] for row in await self._pool.fetch(KNOWN, list(public_ids))}


def _transfer(row: Any, public_id: str) -> Transfer:
    if row is None:
        raise not_found(public_id)
    return Transfer(
        video_id=row["video_id"],
        public_id=row["public_id"],
        orig_name=row["orig_name"],
        size=row["size"],
        received=row["received"],
        status=VideoStatus(row["status"]),
        created_by=row["created_by"],
        moved_at=row["moved_at"],
    )
