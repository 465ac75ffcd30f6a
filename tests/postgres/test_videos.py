"""Videos on PostgreSQL: limits under load, one claim each, history, lessons kept."""

import asyncio
from collections.abc import AsyncIterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from application.actor import system
from domain.videos.video import StatusEntry, Video, VideoStatus
from entrypoints.worker.handlers import job_handlers
from tests.http.videos.scenario import DAY, NOW, WAITING, VideoScenario
from tests.support.console import a_console
from tests.support.lessons import a_lesson_of, a_video_of


@pytest.fixture
async def stage(own_database_url: str, tmp_path: Path) -> AsyncIterator[VideoScenario]:
    """A class with a lesson, in a database of its own."""
    async with a_console(own_database_url, tmp_path) as console:
        yield await VideoScenario.of(console)


async def test_parallel_requests_do_not_pass_the_limit_of_a_person(stage: VideoScenario) -> None:
    """D-94: thirty open uploads, however many are begun at once."""
    teacher = await stage.teacher()
    for _ in range(26):
        await stage.upload(teacher, size=1)
    answers = await asyncio.gather(*(teacher.post("/video/upload-links", stage.form(size=1)) for _ in range(8)))
    assert sorted(answer.status_code for answer in answers) == [201] * 4 + [413] * 4
    assert await stage.console.sql.fetchval("select count(*) from videos") == 30


async def test_a_silent_video_is_claimed_by_one_scheduler(stage: VideoScenario) -> None:
    """D-95: two of them poll each host once."""
    videos = [a_video_of(stage.lesson, f"{n}").having(status=WAITING, moved_at=NOW) for n in range(30)]
    await stage.console.store(*videos)
    of = stage.console.container

    async def claim() -> list[int]:
        async with of.uow() as uow:
            claimed = await of.video_store().claim_silent(NOW, NOW + timedelta(minutes=10), 20, uow)
            await uow.commit()
        return list(claimed)

    first, second = await asyncio.gather(claim(), claim())
    assert sorted([*first, *second]) == sorted(video.id or 0 for video in videos)
    assert await claim() == []


async def test_the_history_is_a_part_of_its_video(stage: VideoScenario) -> None:
    """R2-280: what is appended is inserted with the change, and goes with the video."""
    video = a_video_of(stage.lesson)
    await stage.console.store(video)
    of, id = stage.console.container, video.id or 0
    for status in (VideoStatus.ERROR, VideoStatus.WAITING):
        async with of.uow() as uow:
            loaded = await uow.load(Video, id, lock=True)
            loaded.history.append(StatusEntry(status, NOW, f"{status:d}"))
            await uow.commit()
    assert await stage.history(id) == [(3, "3"), (6, "6")]
    async with of.uow() as uow:
        loaded = await uow.load(Video, id, lock=True)
        assert [entry.message for entry in loaded.history] == ["3", "6"]
        loaded.history.append(StatusEntry(VideoStatus.DONE, NOW))
        await uow.flush()
        await uow.rollback()
    assert len(await stage.history(id)) == 2
    async with of.uow() as uow:
        await uow.remove(await uow.load(Video, id, lock=True))
        await uow.commit()
    assert await stage.history(id) == []


async def test_a_lesson_with_a_video_stays_when_its_schedule_changes(stage: VideoScenario) -> None:
    """D-71: as one with homework does."""
    console, (kept, dropped) = stage.console, [a_lesson_of(stage.group, _tuesday(weeks), "09:00") for weeks in (1, 2)]
    await console.store(a_video_of(kept), dropped)
    await job_handlers(console.container)["lessons.make"]({}, system())
    found = await console.sql.fetch("select id from lessons where id = any ($1)", [kept.id, dropped.id])
    assert [row["id"] for row in found] == [kept.id]


def _tuesday(weeks: int) -> date:
    """A day on which the group has no lesson by its schedule."""
    return DAY + timedelta(days=1, weeks=weeks)
