"""Reads of video lessons on PostgreSQL."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.listing.text_search import part_pattern
from adapters.postgres.videos import video_sql as sql
from application.actor import Actor
from application.groups.views import GroupScope
from application.videos.texts import message_text
from contracts.shared import Named
from contracts.videos import (
    StatusHistory,
    StudentVideo,
    StudentVideoPage,
    StudentVideosQuery,
    UploadingRow,
    VideoDetails,
    VideoLesson,
    VideoPage,
    VideoRow,
    VideosQuery,
)
from domain.shared.errors import NotFound
from domain.videos.video import IN_TRANSFER, Video

_STORED = [one.name for one in fields(Video) if one.name != "history"]


class PostgresVideoViews:
    """See ``application.videos.ports.VideoViews``."""

    def __init__(self, pool: ReadPool, zone: ZoneInfo) -> None:
        self._pool = pool
        self._zone = zone

    async def page(
        self, group_id: int, query: VideosQuery, actor: Actor, scope: GroupScope, now: datetime
    ) -> VideoPage:
        if not await self._pool.fetchval(sql.GROUP, group_id, scope.office_ids, scope.user_id):
            raise NotFound("Group", group_id)
        by = (query.status, part_pattern(query.value), query.study_month_id)
        chosen = (group_id, scope.office_ids, scope.user_id, now, *by)
        total: int = await self._pool.fetchval(sql.TOTAL, *chosen)
        offset, rows = (query.page - 1) * query.per_page, []
        if offset < total:
            rows = await self._pool.fetch(sql.PAGE[query.order_by], *chosen, query.per_page, offset)
        return VideoPage(videos=[VideoRow(**self._row(row, actor, now)) for row in rows], total=total)

    async def details(self, video_id: int, actor: Actor, scope: GroupScope, now: datetime) -> VideoDetails:
        row = await self._pool.fetchrow(sql.ONE, video_id, scope.office_ids, scope.user_id)
        if row is None:
            raise NotFound("Video", video_id)
        histories = await self._histories([video_id], actor)
        return VideoDetails(**self._row(row, actor, now), status_histories=histories[video_id])

    async def playable(self, video_id: int, scope: GroupScope) -> Video:
        row = await self._pool.fetchrow(sql.ONE, video_id, scope.office_ids, scope.user_id)
        if row is None or row["deleted_at"] is not None:
            raise NotFound("Video", video_id)
        return _video(row)

    async def uploading(self, actor: Actor, ids: Sequence[int], now: datetime) -> list[UploadingRow]:
        rows = await self._pool.fetch(sql.UPLOADING, actor.id, list(ids))
        histories = await self._histories([row["id"] for row in rows], actor)
        return [
            UploadingRow(
                **_state(_video(row), now),
                id=row["id"],
                video_id=row["public_id"],
                name=row["name"],
                orig_name=row["orig_name"],
                lesson=_lesson(row, self._zone),
                group=Named(row["group_id"], row["group_name"]),
                chapter_id=row["chapter_id"],
                chapter_name=row["chapter_name"] or "",
                offset=row["received"],
                size=row["size"],
                message=message_text(row["message"] or "", actor.language),
                status_histories=histories[row["id"]],
            )
            for row in rows
        ]

    async def _histories(self, ids: Sequence[int], actor: Actor) -> Mapping[int, list[StatusHistory]]:
        found: dict[int, list[StatusHistory]] = defaultdict(list)
        for row in await self._pool.fetch(sql.HISTORY, list(ids)):
            entry = dict(row)
            entry["message"] = message_text(entry["message"], actor.language)
            found[entry.pop("video_id")].append(StatusHistory(**entry))
        return found

    def _row(self, row: Any, actor: Actor, now: datetime) -> dict[str, Any]:
        video = _video(row)
        return _state(video, now) | {
            "id": row["id"],
            "video_id": video.public_id,
            "name": video.name,
            "orig_name": video.orig_name,
            "lesson": _lesson(row, self._zone),
            "size": video.size,
            "duration": video.duration,
            "created_at": video.created_at,
            "uploaded_by": Named(video.created_by, row["uploader"] or ""),
            "is_uploading": video.status in IN_TRANSFER,
            "can_process_again": video.can_process_again and video.deleted_at is None,
            "is_deleting": video.deleted_at is not None,
            "mine": video.created_by == actor.id,
            "message": message_text(row["message"] or "", actor.language),
            "version": video.version,
        }


class PostgresStudentVideos:
    """See ``application.videos.ports.StudentVideos``."""

    def __init__(self, pool: ReadPool, zone: ZoneInfo) -> None:
        self._pool = pool
        self._zone = zone

    async def page(self, student_id: int, query: StudentVideosQuery, now: datetime) -> StudentVideoPage:
        chosen = (student_id, now.astimezone(self._zone).date(), query.group_id, part_pattern(query.value))
        total: int = await self._pool.fetchval(sql.OWN_TOTAL, *chosen)
        offset, rows = (query.page - 1) * query.per_page, []
        if offset < total:
            rows = await self._pool.fetch(sql.OWN_PAGE[query.order_by], *chosen, query.per_page, offset)
        return StudentVideoPage(
            videos=[
                StudentVideo(
                    id=row["id"],
                    video_id=row["public_id"],
                    name=row["name"],
                    group=Named(row["group_id"], row["group_name"]),
                    lesson=_lesson(row, self._zone),
                    duration=row["duration"],
                    created_at=row["created_at"],
                )
                for row in rows
            ],
            total=total,
        )

    async def one(self, student_id: int, video_id: int, now: datetime) -> Video:
        row = await self._pool.fetchrow(sql.OWN_ONE, student_id, now.astimezone(self._zone).date(), video_id)
        if row is None:
            raise NotFound("Video", video_id)
        return _video(row)


def _video(row: Any) -> Video:
    return Video(**{name: row[name] for name in _STORED})


def _state(video: Video, now: datetime) -> dict[str, Any]:
    return {
        "status": int(video.status),
        "current_status": int(video.shown_status(now)),
        "percentage": video.percentage,
    }


def _lesson(row: Any, zone: ZoneInfo) -> VideoLesson:
    return VideoLesson(
        id=row["lesson_id"],
        name=row["lesson_topic"] or str(row["lesson_number"]),
        number=row["lesson_number"],
        date=row["lesson_date"],
        created_at=datetime.combine(row["lesson_date"], row["lesson_begin"], zone).astimezone(UTC),
    )
