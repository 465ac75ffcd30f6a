"""A wrong clock: links, addresses, the order of rows, rows it wrote (issue 18).

The clock of the host jumps ten minutes ahead and back, or is a year ahead for a moment. The same over running programs:
tests/faults/test_clock.py.
"""

from datetime import timedelta
from typing import Any

import pytest

from application.actor import system
from application.videos.deletion import requeue_deletions
from application.videos.ports import HostReport
from domain.videos.video import VideoStatus
from tests.http.videos.hosts.webhooks import send_reports, take_all
from tests.http.videos.scenario import (
    DONE,
    ERROR,
    NOW,
    PAUSE,
    PROCESSING,
    UPLOADING,
    WAITING,
    VideoScenario,
)
from tests.http.videos.tus_client import TusStage, a_film, code
from tests.support.console import Console, data

SIZE = 9_000
JUMPS = (10, -10, 0)
YEAR = timedelta(days=365)


@pytest.fixture
async def uploads(fresh_console: Console) -> TusStage:
    """A lesson to upload for."""
    return await TusStage.of(fresh_console)


def minutes(stage: VideoScenario | TusStage, ahead: int) -> None:
    """Sets the clock ahead of the right one."""
    stage.console.clock.stand_at(NOW + timedelta(minutes=ahead))


async def rows(stage: VideoScenario, visitor: Any) -> list[int]:
    """The ids of the group's videos as they are listed."""
    page = await visitor.data(f"/groups/for-academic/{stage.group.id}/videos", orderBy="ASC")
    return [row["id"] for row in page["videos"]]


@pytest.mark.parametrize("made", JUMPS)
async def test_a_link_is_worth_its_upload_whichever_way_the_clock_jumps(uploads: TusStage, made: int) -> None:
    """Also one that is made before its time: a signature has an end and no beginning."""
    film = a_film(SIZE)
    minutes(uploads, made)
    begun = await uploads.begin(SIZE)
    for number, ahead in enumerate(JUMPS):
        minutes(uploads, ahead)
        assert await uploads.offset(begun["uploadUrl"]) == number * 3000
        part = film[number * 3000 : (number + 1) * 3000]
        assert (await uploads.patch(begun["uploadUrl"], number * 3000, part)).status_code == 204
    assert uploads.source(begun).read_bytes() == film
    assert await uploads.status(begun["id"]) == [UPLOADING, WAITING]


async def test_a_link_that_only_a_wrong_clock_calls_expired_is_renewed_or_works_again(uploads: TusStage) -> None:
    """V1: nothing is lost; the bytes stay under the same video."""
    film, begun = a_film(SIZE), await uploads.begin(SIZE)
    await uploads.patch(begun["uploadUrl"], 0, film[:5000])
    uploads.console.clock.pass_by(hours=24)
    late = await uploads.patch(begun["uploadUrl"], 5000, film[5000:])
    assert code(late) == "VIDEOS_LINK_EXPIRED"
    teacher = await uploads.scenario.teacher()
    renewed = data(await teacher.post(f"/video/upload-links/{begun['id']}/renew"))
    assert (renewed["videoId"], renewed["offset"]) == (begun["videoId"], 5000)
    uploads.console.clock.pass_by(hours=-24)
    assert await uploads.offset(begun["uploadUrl"]) == 5000
    assert (await uploads.patch(renewed["uploadUrl"], 5000, film[5000:])).status_code == 204
    assert uploads.source(begun).read_bytes() == film


async def test_progress_is_recorded_after_the_clock_went_back(uploads: TusStage) -> None:
    """The last byte is of the future then; the list of uploads goes on all the same."""
    film = a_film(SIZE)
    minutes(uploads, 10)
    begun = await uploads.begin(SIZE)
    minutes(uploads, 0)
    await uploads.patch(begun["uploadUrl"], 0, film[:5000])
    (row,) = (await uploads.teacher.data("/video/uploading"))["videos"]
    assert (row["offset"], row["currentStatus"]) == (5000, UPLOADING)
    uploads.console.clock.pass_by(seconds=60)
    (row,) = (await uploads.teacher.data("/video/uploading"))["videos"]
    assert row["currentStatus"] == PAUSE, "the silence is counted by the present clock"


async def test_rows_stand_in_the_order_of_our_sequence_not_of_their_times(stage: VideoScenario) -> None:
    """R2-280: videos of a lesson, and the history with its last reason."""
    teacher = await stage.teacher()
    ids = []
    for ahead in JUMPS:
        minutes(stage, ahead)
        ids.append((await stage.upload(teacher, name=f"{ahead}"))["id"])
    assert await rows(stage, teacher) == ids
    assert [row["id"] for row in (await teacher.data("/video/uploading"))["videos"]] == ids
    reports = [(ERROR, 10), (UPLOADING, -10), (ERROR, -9), (UPLOADING, 9), (ERROR, 0)]
    for status, ahead in reports:
        minutes(stage, ahead)
        data(await stage.report(teacher, ids[0], status, f"reason at {ahead}" if status == ERROR else ""))
    video = await stage.one(teacher, ids[0])
    assert [entry["status"] for entry in video["statusHistories"]] == [UPLOADING, *(status for status, _ in reports)]
    times = [entry["createdAt"] for entry in video["statusHistories"]]
    assert times != sorted(times), "the times are those of the clock, as wrong as it was"
    assert video["message"] == "reason at 0"


async def test_reports_of_a_host_count_by_what_they_say_not_by_when(stage: VideoScenario) -> None:
    """D-95: what it writes of times is not read, and our clock may jump in between."""
    teacher, (connected, hosts) = await stage.teacher(), stage.connect()
    link = await stage.upload(teacher)
    for ahead, status in ((10, PROCESSING), (-10, DONE), (10, PROCESSING), (-10, ERROR)):
        minutes(stage, ahead)
        connected.videos[link["videoId"]] = HostReport(link["videoId"], VideoStatus(status), percent=40)
        report = {"id": link["videoId"], "status": status, "created_at": "1970-01-01T00:00:00Z", "at": 4102444800}
        assert (await send_reports(stage, hosts, report)).status_code == 200
        await take_all(stage)
    assert await take_all(stage) == ["applied", "applied", "unchanged", "unchanged"]
    assert [status for status, _ in await stage.history(link["id"])] == [UPLOADING, PROCESSING, DONE]


@pytest.mark.parametrize("ahead", [timedelta(minutes=10), YEAR])
async def test_a_video_of_a_time_to_come_is_asked_for_and_given_up(stage: VideoScenario, ahead: timedelta) -> None:
    """V3: ten minutes ahead, it is asked for that much later.

    More is a wrong clock, whose time is not waited for.
    """
    teacher = await stage.teacher()
    moved, polled = [await stage.stored(teacher, PROCESSING) for _ in range(2)]
    await stage.set(moved, moved_at=NOW + ahead)
    await stage.set(polled, polled_at=NOW + ahead)
    late = ahead if ahead <= timedelta(minutes=10) else timedelta(0)
    stage.host.available = False
    assert await stage.ask_hosts() == (0 if late else 2)
    stage.console.clock.stand_at(NOW + late + timedelta(minutes=10))
    assert await stage.ask_hosts() == 2
    assert await stage.ask_hosts() == 0
    stage.console.clock.stand_at(NOW + late + timedelta(hours=6))
    assert await stage.ask_hosts() == 2
    assert [await stage.status(id) for id in (moved, polled)] == [ERROR, ERROR]


async def test_an_upload_of_a_time_to_come_is_completed_all_the_same(uploads: TusStage) -> None:
    """Case 17: its bytes are stored, and its row waits for nobody."""
    begun = await uploads.begin(SIZE)
    uploads.source(begun).write_bytes(a_film(SIZE))
    await uploads.scenario.set(begun["id"], moved_at=NOW + YEAR)
    assert await uploads.settle() == 1
    assert await uploads.status(begun["id"]) == [UPLOADING, WAITING]


async def test_an_upload_whose_last_byte_is_of_a_time_to_come_is_not_abandoned(uploads: TusStage) -> None:
    """Bytes are not deleted by a time that is wrong."""
    film, begun = a_film(SIZE), await uploads.begin(SIZE)
    await uploads.patch(begun["uploadUrl"], 0, film[:5000])
    await uploads.scenario.set(begun["id"], moved_at=NOW + timedelta(days=8))
    assert await uploads.settle() == 0
    assert await uploads.offset(begun["uploadUrl"]) == 5000


async def test_a_deletion_of_a_time_to_come_is_queued_again(stage: VideoScenario) -> None:
    """Its job has failed while the clock was a year ahead."""
    teacher, of = await stage.teacher(), stage.console.container
    id = await stage.stored(teacher, DONE)
    data(await teacher.delete(f"/video/delete-for-academic/{id}"))

    async def requeued() -> int:
        return await requeue_deletions(actor=system(), uow=of.uow(), videos=of.video_store(), clock=of.clock())

    await stage.set(id, deleted_at=NOW + YEAR)
    assert await requeued() == 0, "its job is still to run"
    await stage.console.sql.execute("update jobs set state = 'failed' where kind = 'videos.delete'")
    await stage.set(id, deleted_at=NOW + timedelta(hours=1))
    assert await requeued() == 0
    await stage.set(id, deleted_at=NOW + timedelta(hours=1, seconds=1))
    assert await requeued() == 1
