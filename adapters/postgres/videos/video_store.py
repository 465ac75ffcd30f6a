"""Writes of video lessons on PostgreSQL, in the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from adapters.postgres.core.transaction import sql_of
from adapters.postgres.videos import video_sql as sql
from application.groups.views import GroupScope
from application.ports import UnitOfWork
from application.videos.ports import OpenUploads, StoredReport, VideoLessonFacts
from domain.shared.errors import NotFound
from domain.videos.video import Video

# the first key of the advisory locks that serialise the new uploads of a person; an arbitrary number
UPLOADS_OF_PERSON = 7_226


class PostgresVideoStore:
    """See ``application.videos.ports.VideoStore``."""

    def __init__(self, zone: ZoneInfo) -> None:
        self._zone = zone

    async def lesson(self, group_id: int, lesson_id: int, scope: GroupScope, uow: UnitOfWork) -> VideoLessonFacts:
        connection: Any = await sql_of(uow).connection()
        row = await connection.fetchrow(sql.LESSON, lesson_id, scope.office_ids, scope.user_id, group_id)
        if row is None:
            raise NotFound("Lesson", lesson_id)
        starts_at = datetime.combine(row["date"], row["begin_time"], self._zone)
        return VideoLessonFacts(row["id"], row["group_id"], row["group_name"], starts_at)

    async def open_uploads(self, user_id: int, uow: UnitOfWork) -> OpenUploads:
        connection: Any = await sql_of(uow).connection()
        await connection.execute(sql.LOCK_UPLOADS.format(key=UPLOADS_OF_PERSON), user_id % 2**31)
        return OpenUploads(**await connection.fetchrow(sql.OPEN_UPLOADS, user_id))

    async def load(self, video_id: int, scope: GroupScope, uow: UnitOfWork) -> Video:
        connection: Any = await sql_of(uow).connection()
        if not await connection.fetchval(sql.VISIBLE, video_id, scope.office_ids, scope.user_id):
            raise NotFound("Video", video_id)
        video = await uow.load(Video, video_id, lock=True)
        # deleted while the lock was waited for
        if video.deleted_at is not None:
            raise NotFound("Video", video_id)
        return video

    async def load_by_host_id(self, host: str, host_id: str, uow: UnitOfWork) -> Video | None:
        return await uow.find(Video, lock=True, host=host, host_id=host_id)

    async def unfinished_of(self, user_id: int, uow: UnitOfWork) -> Sequence[Video]:
        connection: Any = await sql_of(uow).connection()
        ids = [row["id"] for row in await connection.fetch(sql.UNFINISHED, user_id)]
        if not ids:
            return []
        # the last byte may have come while the locks were waited for
        found = await uow.load_many(Video, ids)
        return [video for video in found if video.unfinished and video.deleted_at is None]

    async def claim_silent(self, before: datetime, now: datetime, limit: int, uow: UnitOfWork) -> Sequence[int]:
        connection: Any = await sql_of(uow).connection()
        return sorted(row["id"] for row in await connection.fetch(sql.CLAIM_SILENT, before, now, limit))

    async def is_queued(self, host_id: str, uow: UnitOfWork) -> bool:
        connection: Any = await sql_of(uow).connection()
        return bool(await connection.fetchval(sql.QUEUED, host_id))

    async def stuck_deletions(self, before: datetime, now: datetime, limit: int, uow: UnitOfWork) -> Sequence[int]:
        connection: Any = await sql_of(uow).connection()
        return [row["id"] for row in await connection.fetch(sql.STUCK_DELETIONS, before, now, limit)]

    async def record_percent(self, video_id: int, percent: int, now: datetime, uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        await connection.execute(sql.PERCENT, video_id, percent, now)


class PostgresWebhookStore:
    """See ``application.videos.ports.WebhookStore``."""

    async def add(self, host: str, host_id: str, body: str, now: datetime, uow: UnitOfWork) -> int:
        connection: Any = await sql_of(uow).connection()
        return int(await connection.fetchval(sql.ADD_WEBHOOK, host, host_id, body, now))

    async def open(self, webhook_id: int, uow: UnitOfWork) -> StoredReport | None:
        connection: Any = await sql_of(uow).connection()
        row = await connection.fetchrow(sql.OPEN_WEBHOOK, webhook_id)
        return None if row is None else StoredReport(**row)

    async def close(self, webhook_id: int, outcome: str, now: datetime, uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        await connection.execute(sql.CLOSE_WEBHOOK, webhook_id, outcome, now)
